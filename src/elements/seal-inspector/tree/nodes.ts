import type {TemplateResult} from 'lit';
import {at, number, object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {View} from '../../metadata/view.js';
import {moreOf} from '../more.js';
import {cutOf, type Cut} from './bounded.js';
import type {Field, Parts} from '../../metadata/fields.js';
import type {Shown} from '../../metadata/format.js';
import type {Section, Source} from '../../metadata/sections.js';
import {visibleLines, visibleText} from '@sealed-capture/seal/model/text/visible-text.js';

/** A field's name and value in the result. */
export type Raw = readonly [name: string, value: unknown];

/** A section, a value or a part of one. */
export interface TreeNode {
  /** Position in the whole tree, in reading order. */
  index: number;
  /** A title, a label, or a name from the result. */
  label: string;
  raw: Raw[];
  shown?: Shown;
  /** Why there is no value, in words. */
  reason?: string;
  parent?: TreeNode;
  children: TreeNode[];
  isOpen: boolean;
  /** True if its raw value is shown. */
  isRaw: boolean;
  /** True if a search has found it, something below it, or something above it. */
  isFound: boolean;
  /** Set for a row that stands for what a list or an object leaves out: pressing it shows more. */
  more?: Cut;
  /** Drawings of its numbers. */
  pictures?: TemplateResult[];
}

export interface Tree {
  roots: TreeNode[];
  /** All nodes, each before those below it. */
  all: TreeNode[];
  /** Titles of the sections without any value in the result. */
  absent: string[];
}

type Draw = (section: Section) => TemplateResult[];

/** What is shown elsewhere: the verdict, the checks, the redactions, and the certificate. */
export const elsewhere = [
  'labelValid',
  'labelState',
  'reason',
  'checks',
  'redactions',
  'set',
  ...[
    'signedBy',
    'issuedBy',
    'validFrom',
    'validTo',
    'environment',
    'notRevokedAt',
    'trustList',
    'trustListName',
    'assuranceLevel',
    'product',
  ].map((name) => `signature.${name}`),
];

/** Most levels of nodes; deeper values are shown unchanged. */
const DEEPEST = 8;

const node = (label: string, more: Partial<TreeNode> = {}): TreeNode => ({
  index: 0,
  label,
  raw: [],
  children: [],
  isOpen: true,
  isRaw: false,
  isFound: true,
  ...more,
});

/** Nodes for an unknown value, under its own name. */
function generic(
  key: string,
  value: unknown,
  name: string,
  writing: View,
  parts: Parts = {most: 20},
  depth = 0,
): TreeNode {
  const made = node(visibleText(key), {raw: [[name, value]], isOpen: false});
  const string = text(value);
  const figure = number(value);
  if (string !== undefined && key === 'unavailableReason')
    made.reason = writing.unavailable(visibleText(string));
  else if (string !== undefined) made.shown = {value: visibleLines(string)};
  else if (figure !== undefined)
    made.shown = {
      value: writing.format.number(figure, parts.most),
      unit: parts.unit && writing.unit(parts.unit),
    };
  else if (typeof value === 'boolean') made.shown = {value: writing.term(value ? 'yes' : 'no')};
  else {
    if (depth < DEEPEST) made.children = partsOf(value, name, writing, parts, depth + 1);
    made.isOpen = made.children.length > 0;
    if (!made.isOpen) made.shown = {value: visibleText(JSON.stringify(value) ?? '')};
  }
  return made;
}

/** The parts of an object or a list; a list's numbers start at 1. */
const partsOf = (
  value: unknown,
  name: string,
  writing: View,
  parts?: Parts,
  depth?: number,
): TreeNode[] => [
  ...(Array.isArray(value)
    ? value.map((inner, index) =>
        generic(`${index + 1}`, inner, `${name}[${index}]`, writing, parts, depth),
      )
    : Object.entries(object(value) ?? {}).map(([key, inner]) =>
        generic(key, inner, `${name}.${key}`, writing, parts, depth),
      )),
  ...rest(value, writing),
];

/** The row for what a list or an object leaves out. */
function rest(value: unknown, writing: View): TreeNode[] {
  const more = cutOf(value);
  if (!more) return [];
  const label = moreOf(more.total - more.shown, writing);
  return [node(label, {more, raw: [[`${more.path}…`, undefined]]})];
}

/** The path that contains this path; empty at the top. */
const outer = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** Converts a result to nodes: everything about the capture, known or not. */
class Reading {
  /** Paths that are in the tree already, or shown elsewhere. */
  readonly #taken = new Set(elsewhere);
  /** Where further values of a path are added. */
  readonly #homes = new Map<string, TreeNode[]>();
  readonly #answer: Loose;
  readonly #writing: View;

  constructor(answer: Loose, writing: View) {
    this.#answer = answer;
    this.#writing = writing;
  }

  tree(sections: readonly Section[], draw: Draw): Tree {
    const known = sections.map((section): [Section, TreeNode[]] => {
      const rows: TreeNode[] = [];
      const pictures = draw(section);
      if (pictures.length > 0) rows.push(node('', {pictures}));
      for (const source of section.sources) this.#read(source, rows);
      return [section, rows];
    });
    const other: TreeNode[] = [];
    this.#readRest(this.#answer, '', other);
    const roots: TreeNode[] = [];
    const absent: string[] = [];
    const {term} = this.#writing;
    for (const [section, children] of known) {
      const title = term(section.title);
      if (children.length > 0) roots.push(node(title, {children}));
      else absent.push(title);
    }
    if (other.length > 0) roots.push(node(term('otherData'), {children: other}));
    return {roots, absent, all: numbered(roots)};
  }

  #read(source: Source, rows: TreeNode[]) {
    const {path, label, fields, empty} = source;
    const {term, unavailable} = this.#writing;
    if (!this.#homes.has(path)) this.#homes.set(path, rows);
    // If two cards show parts of one section, the later one gets the rest.
    for (let home = outer(path); home; home = outer(home)) this.#homes.set(home, rows);
    const section = object(at(this.#answer, path));
    if (!section || fields === 'entries') return;
    const before = rows.length;
    for (const field of fields) this.#show(field, section, path, rows);
    const reasonPath = `${path}.unavailableReason`;
    const code = text(section['unavailableReason']);
    // Shown once, even if two cards show parts of the same section.
    if (code && !this.#taken.has(reasonPath)) {
      this.#taken.add(reasonPath);
      this.#miss(term(label), unavailable(visibleText(code)), [[reasonPath, code]], rows);
    } else if (empty && rows.length === before) this.#miss(term(label), term(empty), [], rows);
  }

  /** Merges parts that follow one another and are missing for the same reason. */
  #miss(label: string, reason: string, raw: Raw[], rows: TreeNode[]) {
    const last = rows.at(-1);
    if (last?.reason === reason) {
      last.label = this.#writing.format.series([last.label, label]);
      last.raw.push(...raw);
    } else rows.push(node(label, {reason, raw}));
  }

  #show(field: Field, section: Loose, path: string, rows: TreeNode[]) {
    const shown = field.show(section, this.#writing);
    if (!shown) return;
    const {label, keys = [label], parts} = field;
    const present = keys.filter((key) => section[key] !== undefined);
    const raw = present.map((key): Raw => [`${path}.${key}`, section[key]]);
    for (const [name] of raw) this.#taken.add(name);
    const inner = parts
      ? raw.flatMap(([name, value], index) =>
          typeof value === 'object'
            ? partsOf(value, name, this.#writing, parts)
            : generic(present[index] ?? '', value, name, this.#writing, parts),
        )
      : [];
    for (const one of inner) one.label = this.#partLabel(one.label);
    rows.push(node(this.#writing.term(label), {shown, raw, children: inner, isOpen: false}));
  }

  /** The parts of known values have labels; x, y and z are the same in every language. */
  #partLabel(name: string): string {
    const {term} = this.#writing;
    return name === 'width' || name === 'height' || name === 'technologies' ? term(name) : name;
  }

  /** Adds the remaining values, under their own names, to their sections. */
  #readRest(value: Loose, prefix: string, rows: TreeNode[]) {
    for (const [key, inner] of Object.entries(value)) {
      // Known names contain no dot.
      const path = prefix + key.replaceAll('.', '..');
      if (inner === undefined || this.#taken.has(path)) continue;
      const home = this.#homes.get(path);
      const own = home ?? rows;
      if (home && object(inner)) this.#readRest(inner as Loose, `${path}.`, own);
      else own.push(generic(key, inner, prefix + key, this.#writing));
    }
    rows.push(...rest(value, this.#writing));
  }
}

function numbered(roots: readonly TreeNode[]): TreeNode[] {
  const all: TreeNode[] = [];
  const visit = (found: TreeNode, parent?: TreeNode) => {
    found.index = all.push(found) - 1;
    found.parent = parent;
    for (const child of found.children) visit(child, found);
  };
  for (const root of roots) visit(root);
  return all;
}

/** The tree of a result: sections with their drawings, values, and parts of values. */
export const treeOf = (
  sections: readonly Section[],
  answer: Loose,
  writing: View,
  draw: Draw,
): Tree => new Reading(answer, writing).tree(sections, draw);
