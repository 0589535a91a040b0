/**
 * Returns a function that collects messages until the end of the task, and passes them on together. A page gets a task for each message that is posted to it, and
 * draws once for each task: the views of one frame are drawn together.
 */
export function inOneTask<Message>(send: (messages: readonly Message[]) => void): (message: Message) => void {
  let collected: Message[] = [];
  return (message) => {
    collected.push(message);
    if (collected.length > 1) return;
    queueMicrotask(() => {
      const messages = collected;
      collected = [];
      send(messages);
    });
  };
}
