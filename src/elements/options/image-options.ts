import type {Facing} from '../../model/protection-config.js';
import {withDefault} from './option-attributes.js';

/** Whether the list of what will be sealed is shown; `none`: the page tells it itself. */
export type ContentsDisplay = 'closed' | 'open' | 'none';

/** The first is the default. */
const oneOf = <T extends string>(...choices: readonly [T, ...T[]]) =>
  withDefault((text) => {
    const chosen = choices.find((choice) => choice === text);
    if (chosen !== undefined) return chosen;
    throw new TypeError(`It has to be one of ${choices.join(', ')}.`);
  }, choices[0]);

export const contentsAttribute = oneOf<ContentsDisplay>('closed', 'open', 'none');
export const facingAttribute = oneOf<Facing>('environment', 'user');
