import type {VouchedSet} from '@sealed-capture/seal/model/seal/sealed-set.js';

/** What the audit log and webhooks say of a seal's set: its id, and the number of the seal. */
export const placeInSet = (vouched: VouchedSet | undefined): {set?: string; index?: number} =>
  vouched ? {set: vouched.set, index: vouched.index} : {};
