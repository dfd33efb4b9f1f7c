interface Policy {
  allowsFeature(feature: string): boolean;
}
type Feature =
  | 'camera'
  | 'microphone'
  | 'geolocation'
  | 'accelerometer'
  | 'gyroscope'
  | 'magnetometer';

/** Firefox and WebKit do not have it. */
interface PolicyDocument {
  permissionsPolicy?: Policy;
  featurePolicy?: Policy;
}

/** False when the page's Permissions-Policy forbids the feature, as far as the browser tells. */
export function policyAllows(feature: Feature, page: object = document): boolean {
  const {permissionsPolicy, featurePolicy} = page as PolicyDocument;
  return (permissionsPolicy ?? featurePolicy)?.allowsFeature(feature) ?? true;
}
