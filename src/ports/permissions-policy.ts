interface Policy {
  allowsFeature(feature: string): boolean;
}

/** False when the page's Permissions-Policy forbids the feature, as far as the browser tells. */
export function policyAllows(feature: 'camera' | 'microphone' | 'geolocation'): boolean {
  const {permissionsPolicy, featurePolicy} = document as Document & {
    permissionsPolicy?: Policy;
    featurePolicy?: Policy;
  };
  return (permissionsPolicy ?? featurePolicy)?.allowsFeature(feature) ?? true;
}
