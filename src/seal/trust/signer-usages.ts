/** Key usages of signers' certificates (C2PA 2.4, "C2PA signer EKUs"), in the engine's form. */
export const SIGNER_USAGES: readonly string[] = [
  '1.3.6.1.5.5.7.3.4', // email protection
  '1.3.6.1.5.5.7.3.36', // document signing
  '1.3.6.1.4.1.311.76.59.1.9', // C2PA signing, Microsoft
  '1.3.6.1.4.1.62558.2.1', // C2PA signing
];
