/**
 * A region of a large cloud: the city that the provider names, with coordinates rounded to a tenth of a degree. If a provider names only a state or a country,
 * the city is the one that the region is known to be near. Sources of the names, as of 2026: AWS "Regions and Availability Zones", Google Cloud "Regions and
 * zones", and Azure's `az account list-locations`. Coordinates of cities are facts without an owner. The table was written by hand for this project and is
 * under its licence, Apache-2.0. It is good enough for a dot on a world map only.
 */
export interface CloudRegion {
  readonly cloud: Cloud;
  readonly city: string;
  /** Degrees to the north, and to the east. */
  readonly latitude: number;
  readonly longitude: number;
}

type Cloud = "AWS" | "Google Cloud" | "Azure";

type Line = readonly [region: string, city: string, latitude: number, longitude: number];

const AWS: readonly Line[] = [
  ["af-south-1", "Cape Town", -33.9, 18.4],
  ["ap-east-1", "Hong Kong", 22.3, 114.2],
  ["ap-east-2", "Taipei", 25, 121.5],
  ["ap-northeast-1", "Tokyo", 35.7, 139.7],
  ["ap-northeast-2", "Seoul", 37.6, 127],
  ["ap-northeast-3", "Osaka", 34.7, 135.5],
  ["ap-south-1", "Mumbai", 19.1, 72.9],
  ["ap-south-2", "Hyderabad", 17.4, 78.5],
  ["ap-southeast-1", "Singapore", 1.3, 103.8],
  ["ap-southeast-2", "Sydney", -33.9, 151.2],
  ["ap-southeast-3", "Jakarta", -6.2, 106.8],
  ["ap-southeast-4", "Melbourne", -37.8, 145],
  ["ap-southeast-5", "Kuala Lumpur", 3.1, 101.7],
  ["ap-southeast-6", "Auckland", -36.8, 174.8],
  ["ap-southeast-7", "Bangkok", 13.8, 100.5],
  ["ca-central-1", "Montreal", 45.5, -73.6],
  ["ca-west-1", "Calgary", 51, -114.1],
  ["cn-north-1", "Beijing", 39.9, 116.4],
  ["cn-northwest-1", "Zhongwei", 37.5, 105.2],
  ["eu-central-1", "Frankfurt", 50.1, 8.7],
  ["eu-central-2", "Zurich", 47.4, 8.5],
  ["eu-north-1", "Stockholm", 59.3, 18.1],
  ["eu-south-1", "Milan", 45.5, 9.2],
  ["eu-south-2", "Zaragoza", 41.6, -0.9],
  ["eu-west-1", "Dublin", 53.3, -6.3],
  ["eu-west-2", "London", 51.5, -0.1],
  ["eu-west-3", "Paris", 48.9, 2.4],
  ["il-central-1", "Tel Aviv", 32.1, 34.8],
  ["me-central-1", "Dubai", 25.2, 55.3],
  ["me-south-1", "Manama", 26.2, 50.6],
  ["mx-central-1", "Querétaro", 20.6, -100.4],
  ["sa-east-1", "São Paulo", -23.6, -46.6],
  ["us-east-1", "Ashburn", 39, -77.5],
  ["us-east-2", "Columbus", 40, -83],
  ["us-gov-east-1", "Columbus", 40, -83],
  ["us-gov-west-1", "Boardman", 45.8, -119.7],
  ["us-west-1", "San Jose", 37.3, -121.9],
  ["us-west-2", "Boardman", 45.8, -119.7],
];

const GOOGLE: readonly Line[] = [
  ["africa-south1", "Johannesburg", -26.2, 28],
  ["asia-east1", "Changhua", 24.1, 120.5],
  ["asia-east2", "Hong Kong", 22.3, 114.2],
  ["asia-northeast1", "Tokyo", 35.7, 139.7],
  ["asia-northeast2", "Osaka", 34.7, 135.5],
  ["asia-northeast3", "Seoul", 37.6, 127],
  ["asia-south1", "Mumbai", 19.1, 72.9],
  ["asia-south2", "Delhi", 28.6, 77.2],
  ["asia-southeast1", "Singapore", 1.3, 103.7],
  ["asia-southeast2", "Jakarta", -6.2, 106.8],
  ["australia-southeast1", "Sydney", -33.9, 151.2],
  ["australia-southeast2", "Melbourne", -37.8, 145],
  ["europe-central2", "Warsaw", 52.2, 21],
  ["europe-north1", "Hamina", 60.6, 27.2],
  ["europe-north2", "Stockholm", 59.3, 18.1],
  ["europe-southwest1", "Madrid", 40.4, -3.7],
  ["europe-west1", "Saint-Ghislain", 50.4, 3.8],
  ["europe-west10", "Berlin", 52.5, 13.4],
  ["europe-west12", "Turin", 45.1, 7.7],
  ["europe-west2", "London", 51.5, -0.1],
  ["europe-west3", "Frankfurt", 50.1, 8.7],
  ["europe-west4", "Eemshaven", 53.4, 6.8],
  ["europe-west6", "Zurich", 47.4, 8.5],
  ["europe-west8", "Milan", 45.5, 9.2],
  ["europe-west9", "Paris", 48.9, 2.4],
  ["me-central1", "Doha", 25.3, 51.5],
  ["me-central2", "Dammam", 26.4, 50.1],
  ["me-west1", "Tel Aviv", 32.1, 34.8],
  ["northamerica-northeast1", "Montreal", 45.5, -73.6],
  ["northamerica-northeast2", "Toronto", 43.7, -79.4],
  ["northamerica-south1", "Querétaro", 20.6, -100.4],
  ["southamerica-east1", "Osasco", -23.5, -46.8],
  ["southamerica-west1", "Santiago", -33.4, -70.7],
  ["us-central1", "Council Bluffs", 41.3, -95.9],
  ["us-east1", "Moncks Corner", 33.2, -80],
  ["us-east4", "Ashburn", 39, -77.5],
  ["us-east5", "Columbus", 40, -83],
  ["us-south1", "Dallas", 32.8, -96.8],
  ["us-west1", "The Dalles", 45.6, -121.2],
  ["us-west2", "Los Angeles", 34.1, -118.2],
  ["us-west3", "Salt Lake City", 40.8, -111.9],
  ["us-west4", "Las Vegas", 36.2, -115.1],
];

const AZURE: readonly Line[] = [
  ["australiacentral", "Canberra", -35.3, 149.1],
  ["australiacentral2", "Canberra", -35.3, 149.1],
  ["australiaeast", "Sydney", -33.9, 151.2],
  ["australiasoutheast", "Melbourne", -37.8, 145],
  ["austriaeast", "Vienna", 48.2, 16.4],
  ["belgiumcentral", "Brussels", 50.8, 4.4],
  ["brazilsouth", "São Paulo", -23.6, -46.6],
  ["brazilsoutheast", "Rio de Janeiro", -22.9, -43.2],
  ["canadacentral", "Toronto", 43.7, -79.4],
  ["canadaeast", "Quebec", 46.8, -71.2],
  ["centralindia", "Pune", 18.5, 73.9],
  ["centralus", "Des Moines", 41.6, -93.6],
  ["chilecentral", "Santiago", -33.4, -70.7],
  ["chinaeast", "Shanghai", 31.2, 121.5],
  ["chinaeast2", "Shanghai", 31.2, 121.5],
  ["chinanorth", "Beijing", 39.9, 116.4],
  ["chinanorth2", "Beijing", 39.9, 116.4],
  ["chinanorth3", "Zhangjiakou", 40.8, 114.9],
  ["eastasia", "Hong Kong", 22.3, 114.2],
  ["eastus", "Ashburn", 39, -77.5],
  ["eastus2", "Boydton", 36.7, -78.4],
  ["francecentral", "Paris", 48.9, 2.4],
  ["francesouth", "Marseille", 43.3, 5.4],
  ["germanynorth", "Berlin", 52.5, 13.4],
  ["germanywestcentral", "Frankfurt", 50.1, 8.7],
  ["indonesiacentral", "Jakarta", -6.2, 106.8],
  ["israelcentral", "Tel Aviv", 32.1, 34.8],
  ["italynorth", "Milan", 45.5, 9.2],
  ["japaneast", "Tokyo", 35.7, 139.7],
  ["japanwest", "Osaka", 34.7, 135.5],
  ["koreacentral", "Seoul", 37.6, 127],
  ["koreasouth", "Busan", 35.2, 129.1],
  ["malaysiawest", "Kuala Lumpur", 3.1, 101.7],
  ["mexicocentral", "Querétaro", 20.6, -100.4],
  ["newzealandnorth", "Auckland", -36.8, 174.8],
  ["northcentralus", "Chicago", 41.9, -87.6],
  ["northeurope", "Dublin", 53.3, -6.3],
  ["norwayeast", "Oslo", 59.9, 10.8],
  ["norwaywest", "Stavanger", 59, 5.7],
  ["polandcentral", "Warsaw", 52.2, 21],
  ["qatarcentral", "Doha", 25.3, 51.5],
  ["southafricanorth", "Johannesburg", -26.2, 28],
  ["southafricawest", "Cape Town", -33.9, 18.4],
  ["southcentralus", "San Antonio", 29.4, -98.5],
  ["southeastasia", "Singapore", 1.3, 103.8],
  ["southindia", "Chennai", 13.1, 80.3],
  ["spaincentral", "Madrid", 40.4, -3.7],
  ["swedencentral", "Gävle", 60.7, 17.1],
  ["switzerlandnorth", "Zurich", 47.4, 8.5],
  ["switzerlandwest", "Geneva", 46.2, 6.1],
  ["uaecentral", "Abu Dhabi", 24.5, 54.4],
  ["uaenorth", "Dubai", 25.2, 55.3],
  ["uksouth", "London", 51.5, -0.1],
  ["ukwest", "Cardiff", 51.5, -3.2],
  ["westcentralus", "Cheyenne", 41.1, -104.8],
  ["westeurope", "Amsterdam", 52.4, 4.9],
  ["westindia", "Mumbai", 19.1, 72.9],
  ["westus", "San Francisco", 37.8, -122.4],
  ["westus2", "Quincy", 47.2, -119.9],
  ["westus3", "Phoenix", 33.4, -112.1],
];

const CLOUDS: readonly (readonly [Cloud, readonly Line[]])[] = [
  ["AWS", AWS],
  ["Google Cloud", GOOGLE],
  ["Azure", AZURE],
];

/** All known regions by name. No two clouds have a region of one name. */
export const CLOUD_REGIONS: ReadonlyMap<string, CloudRegion> = new Map(
  CLOUDS.flatMap(([cloud, lines]) => lines.map(([region, city, latitude, longitude]) => [region, { cloud, city, latitude, longitude }] as const)),
);

/** Returns the cloud region with the name of a locality's region. Null = no region of a large cloud has this name. */
export function cloudRegion(region: string): CloudRegion | null {
  return CLOUD_REGIONS.get(region) ?? null;
}
