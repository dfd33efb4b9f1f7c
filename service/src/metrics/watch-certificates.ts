import type {Environments} from '../certificates/environments.js';
import {environments} from '../environment.js';
import type {Metrics} from './metrics.js';

/** Reports until when each environment's certificate is valid, and whether it can seal. */
export function watchCertificates(
  metrics: Metrics,
  opened: Pick<Environments, 'sealer' | 'obstacle' | 'isSigning' | 'validity' | 'revocation'>,
  now = Date.now,
): void {
  metrics.watch('sealed_capture_certificate_expiry_seconds', () =>
    environments.flatMap((environment) => {
      const validity = opened.validity(environment);
      return validity ? [[(validity.until - now()) / 1000, {environment}] as const] : [];
    }),
  );
  metrics.watch('sealed_capture_ocsp_answer_age_seconds', () =>
    environments.flatMap((environment) => {
      const state = opened.revocation(environment);
      if (!state || state.name === 'unknown') return [];
      return [[(now() - state.answer.thisUpdate) / 1000, {environment}] as const];
    }),
  );
  metrics.watch('sealed_capture_can_seal', () =>
    environments.map((environment) => {
      const isAble =
        opened.sealer(environment) &&
        !opened.obstacle(environment) &&
        opened.isSigning(environment);
      return [isAble ? 1 : 0, {environment}] as const;
    }),
  );
}
