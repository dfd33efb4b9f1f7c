import {X509Certificate} from 'node:crypto';

/** A period in which certificates may be used, both ends included, in epoch milliseconds. */
export interface Validity {
  from: number;
  until: number;
}

/** The period in which all these certificates are valid. */
export function validityOf(certificates: readonly (X509Certificate | Uint8Array)[]): Validity {
  const parsed = certificates.map((one) =>
    one instanceof X509Certificate ? one : new X509Certificate(one),
  );
  return {
    from: Math.max(...parsed.map(({validFrom}) => Date.parse(validFrom))),
    until: Math.min(...parsed.map(({validTo}) => Date.parse(validTo))),
  };
}

/** The intersection of two periods. */
export const overlap = (one: Validity, other: Validity): Validity => ({
  from: Math.max(one.from, other.from),
  until: Math.min(one.until, other.until),
});

/** Why an environment cannot seal with its certificate. */
export type SealingObstacle =
  | {name: 'revoked'}
  | {name: 'not yet valid'; at: number}
  | {name: 'expired'; at: number};

/** Why the validity period forbids to seal at this time; undefined if it does not. */
export function outside({from, until}: Validity, now: number): SealingObstacle | undefined {
  if (now < from) return {name: 'not yet valid', at: from};
  return now > until ? {name: 'expired', at: until} : undefined;
}

/** Completes the sentence "The certificate of the live environment …". */
export function obstacleText(obstacle: SealingObstacle): string {
  switch (obstacle.name) {
    case 'revoked':
      return 'was revoked';
    case 'not yet valid':
      return `is not valid before ${iso(obstacle.at)}`;
    case 'expired':
      return `expired on ${iso(obstacle.at)}`;
  }
}

/** Follows the sentence with {@link obstacleText}, for an operator. */
export const clockAdvice = ({name}: SealingObstacle): string =>
  name === 'not yet valid' ? " Is this machine's clock right?" : '';

const iso = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;
