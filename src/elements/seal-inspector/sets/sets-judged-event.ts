import type {SetsReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import {ElementEvent} from '../../options/element-event.js';

export interface SetsJudgedDetail {
  /** What the files say of the sets that they are part of. */
  sets: SetsReport;
}

/** All files have a verdict, and at least one is part of a set. */
export class SetsJudgedEvent extends ElementEvent<SetsJudgedDetail> implements SetsJudgedDetail {
  declare readonly sets: SetsReport;

  constructor(detail: SetsJudgedDetail) {
    super('sets-judged', detail);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'sets-judged': SetsJudgedEvent;
  }
}
