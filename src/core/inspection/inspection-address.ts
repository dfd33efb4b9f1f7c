import type {ProtectionOptions} from '../../model/protection-config.js';

/** As elements are told where to seal and to inspect. */
export interface InspectionPlace {
  baseUrl?: string;
  sandbox?: boolean;
  protection?: Pick<ProtectionOptions, 'baseUrl' | 'sandbox'>;
}

/** As a whole address ends: `baseUrl` of an inspector was one before it became the API's base address. */
const WHOLE = /\/inspect\/?(?:[?#]|$)/;

/**
 * Where to inspect: below the API's base address, in its sandbox or not, by the rule of the elements that capture. An
 * address that ends in `/inspect` is a whole one, and nothing is appended.
 */
export function inspectionAddress({baseUrl, sandbox, protection}: InspectionPlace): string {
  const given = baseUrl ?? protection?.baseUrl ?? '/protection';
  if (WHOLE.test(given)) return given;
  const [base = ''] = given.split(/[?#]/);
  const environment = (protection?.sandbox ?? sandbox) ? '/sandbox' : '';
  return `${base.replace(/\/+$/, '')}${environment}/inspect`;
}
