import type {Facing} from '../../model/protection-config.js';
import {oneOf} from './option-attributes.js';

/** Whether the list of what will be sealed is shown; `none`: the page shows it itself. */
export type ContentsDisplay = 'closed' | 'open' | 'none';

/** Whether a person is warned of a photo that does not look good. */
export type QualityCheck = 'off' | 'warn';

export const contentsAttribute = oneOf<ContentsDisplay>('closed', 'open', 'none');
export const facingAttribute = oneOf<Facing>('environment', 'user');
export const qualityAttribute = oneOf<QualityCheck>('off', 'warn');
