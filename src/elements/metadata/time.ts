import {field} from './fields.js';
import {text} from './loose.js';

export const time = field(text, (value, {format}) => format.time(value));
