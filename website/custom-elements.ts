import {readText} from './contents.js';

/** The common fields of entries in `custom-elements.json`. */
export interface Described {
  name: string;
  description: string;
}

export interface Attribute extends Described {
  type: {text: string};
  default?: string;
  /** Name of the property that the attribute sets. */
  fieldName: string;
}

export interface Member extends Described {
  kind: 'field' | 'method';
  type?: {text: string};
  default?: string;
  attribute?: string;
  readonly?: boolean;
  parameters?: {name: string; type?: {text: string}; optional?: boolean}[];
  return?: {type: {text: string}};
}

/** One element, as the manifest describes it. */
export interface ElementDescription extends Described {
  tagName: string;
  attributes: Attribute[];
  members: Member[];
  events: (Described & {type: {text: string}})[];
  slots: Described[];
  cssParts: Described[];
  cssProperties: (Described & {default?: string})[];
}

interface Manifest {
  modules: {declarations: [ElementDescription]}[];
}

/** The menu's order. */
const ORDER = ['capture-image', 'capture-audio', 'seal-inspector', 'protection-provider'];

/** The elements of the built manifest. */
export function readElements(): ElementDescription[] {
  const {modules} = JSON.parse(readText('dist/web/custom-elements.json')) as Manifest;
  return modules
    .map(({declarations: [element]}) => element)
    .sort((a, b) => ORDER.indexOf(a.tagName) - ORDER.indexOf(b.tagName));
}
