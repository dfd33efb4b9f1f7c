// The Custom Elements Manifest of the package: its elements with their public API only. The analyzer reads the
// documentation comments of the classes; types, and comments of properties that an interface declares, are read with
// TypeScript, attributes from the running elements, and defaults from the table of options.
import {create} from '@custom-elements-manifest/analyzer';
import {litPlugin} from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';
import {
  copiesOf,
  declaredField,
  elementsIn,
  isReadonly,
  publicMembers,
  readSources,
  returnedBy,
  typeText,
} from './program.mjs';

/**
 * @param classes of the elements, by name
 * @param exports of the package: each element has an entry with the name of its tag
 * @param optionGroups of src/elements/options/table.ts
 */
export function manifestOf(root, classes, exports, optionGroups) {
  const {sources, checker} = readSources(root);
  const analyzed = create({modules: copiesOf(sources), plugins: litPlugin()});
  const declarations = new Map(
    analyzed.modules.flatMap((module) => module.declarations.map((found) => [found.name, found])),
  );
  const known = {checker, fallbacks: fallbacksIn(sources), exports, optionGroups};
  const modules = [...elementsIn(sources, checker)].map((element) => {
    const declaration = declarations.get(element.className);
    return moduleOf(element, declaration, classes[element.className], known);
  });
  return {schemaVersion: '1.0.0', readme: 'README.md', modules};
}

function moduleOf({tagName, className, type}, analyzed, elementClass, known) {
  const {checker, fallbacks, exports, optionGroups} = known;
  const rows = Object.assign({}, ...optionGroups[tagName]);
  const module = exports[`./${tagName}`].default.replace('./', '');
  const reference = {name: className, module};
  const found = new Map(analyzed.members.map((member) => [member.name, member]));
  const place = ({name}) => (found.has(name) ? -1 : Object.keys(rows).indexOf(name));
  const members = publicMembers(type, checker)
    // What an interface declares follows in the order of the table.
    .sort((a, b) => place(a) - place(b))
    .map((member) => {
      const described = found.get(member.name) ?? declaredField(member, checker);
      return memberOf(described, member, checker, rows[member.name]);
    });
  const {slots, cssParts} = analyzed;
  // The analyzer also finds events where they are dispatched, but not their names, and no descriptions.
  const events = analyzed.events?.filter(({description}) => description !== undefined);
  const cssProperties = analyzed.cssProperties?.map((found) => ({
    ...found,
    default: fallbacks.get(found.name),
  }));
  const declaration = {
    kind: 'class',
    customElement: true,
    name: className,
    tagName,
    description: oneLine(analyzed.description),
    superclass: {name: 'LitElement', package: 'lit'},
    attributes: attributesOf(members, elementClass),
    members,
    ...described({events, slots, cssParts, cssProperties}),
  };
  return {
    kind: 'javascript-module',
    path: module,
    declarations: [declaration],
    exports: [
      {kind: 'js', name: className, declaration: reference},
      {kind: 'custom-element-definition', name: tagName, declaration: reference},
    ],
  };
}

function memberOf(analyzed, member, checker, row) {
  const {kind, name, description, parameters} = analyzed;
  if (kind === 'method') {
    const text = typeText(analyzed.return?.type.text, returnedBy(member, checker), checker);
    return {kind, name, description: oneLine(description), parameters, return: {type: {text}}};
  }
  return {
    kind,
    name,
    type: {text: typeText(analyzed.type?.text, checker.getTypeOfSymbol(member), checker)},
    description: oneLine(description),
    default: defaultOf(row),
    readonly: isReadonly(member) || undefined,
    reflects: row?.reflects,
  };
}

/** What applies while nothing is set, as source code. */
function defaultOf({default: value, otherwise = value} = {}) {
  return typeof otherwise === 'string' ? `'${otherwise}'` : otherwise?.toString();
}

/** The observed attributes, in the order of the properties. Each property gets its attribute's name. */
function attributesOf(members, {elementProperties}) {
  return members.flatMap((member) => {
    const {name: fieldName, type, description, default: value} = member;
    const {attribute = fieldName} = elementProperties.get(fieldName) ?? {attribute: false};
    if (attribute === false) return [];
    const name = attribute.toLowerCase();
    member.attribute = name;
    const text = type.text.replace(/ \| undefined$/, '');
    return [{name, type: {text}, description, default: value, fieldName}];
  });
}

/** The default values of custom properties in the styles; for several, the first. */
function fallbacksIn(sources) {
  const styles = [...sources.values()].map(({text}) => text).join('\n');
  const fallback = /var\((--sc-[\w-]+), ((?:[^()]|\((?:[^()]|\([^()]*\))*\))+)\)/g;
  const found = [...styles.matchAll(fallback)];
  // A default that is computed from others contains their names as a page uses them.
  return new Map(
    found.reverse().map(([, name, value]) => [name, value.replaceAll('--_', '--sc-')]),
  );
}

/** Formats lists with one entry per line. Pages need not know which entries a base class has documented. */
const described = (lists) =>
  Object.fromEntries(
    Object.entries(lists).map(([name, list = []]) => [
      name,
      list.map((item) => ({
        ...item,
        inheritedFrom: undefined,
        description: oneLine(item.description),
      })),
    ]),
  );

const oneLine = (text = '') => text.replace(/\s*\n\s*/g, ' ').trim();
