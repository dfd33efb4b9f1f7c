/** `sealed-capture/strings`: adds a language to the elements, or changes single terms. */
export {registerStrings, type Strings} from './localize.js';
