/** Extended key usages of certificates, by object identifier. */
export const keyUsages = {
  emailProtection: '1.3.6.1.5.5.7.3.4',
  documentSigning: '1.3.6.1.5.5.7.3.36',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  any: '2.5.29.37.0',
  /** Microsoft's, used before C2PA had one of its own. */
  microsoftC2pa: '1.3.6.1.4.1.311.76.59.1.9',
  /** c2pa-kp-claimSigning */
  claimSigning: '1.3.6.1.4.1.62558.2.1',
} as const;

/** A certificate with one of these may seal (C2PA 2.4, "C2PA signer EKUs"), as in the engine's list. */
export const sealingUsages: readonly string[] = [
  keyUsages.claimSigning,
  keyUsages.microsoftC2pa,
  keyUsages.documentSigning,
  keyUsages.emailProtection,
];
