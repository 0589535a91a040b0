/** The annotation that makes istiod heed the condition Healthy (pilot/pkg/autoregistration/internal/health/util.go). */
export const HEALTH_GATE = "proxy.istio.io/health-checks-enabled";
/** The annotation by which an entry names the group that it registered with (pilot/pkg/autoregistration/controller.go). */
export const REGISTRATION_GROUP = "istio.io/autoRegistrationGroup";
