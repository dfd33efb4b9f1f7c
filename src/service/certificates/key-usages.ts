/** Extended key usages of certificates, by object identifier. */
export const keyUsages = {
  emailProtection: '1.3.6.1.5.5.7.3.4',
  documentSigning: '1.3.6.1.5.5.7.3.36',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  any: '2.5.29.37.0',
  /** Of Microsoft, from before there was one of C2PA. */
  microsoftC2pa: '1.3.6.1.4.1.311.76.59.1.9',
  /** c2pa-kp-claimSigning */
  claimSigning: '1.3.6.1.4.1.62558.2.1',
} as const;

/** One of these lets a certificate seal, as the engine's list has it. */
export const sealingUsages: readonly string[] = [
  keyUsages.claimSigning,
  keyUsages.microsoftC2pa,
  keyUsages.documentSigning,
  keyUsages.emailProtection,
];
