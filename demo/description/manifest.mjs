// The Custom Elements Manifest of the package: its elements with all that a page can use of them, and nothing else.
// The analyzer reads the documentation comments; types come from TypeScript, attributes from the elements as they run.
import {create} from '@custom-elements-manifest/analyzer';
import {litPlugin} from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';
import {
  copiesOf,
  elementsIn,
  isReadonly,
  publicMembers,
  readSources,
  returnedBy,
  typeText,
} from './program.mjs';

/**
 * @param classes of the elements, by their names
 * @param exports of the package: each element has an entry that is called as its tag
 */
export function manifestOf(root, classes, exports) {
  const {sources, checker} = readSources(root);
  const analyzed = create({modules: copiesOf(sources), plugins: litPlugin()});
  const declarations = new Map(
    analyzed.modules.flatMap((module) => module.declarations.map((found) => [found.name, found])),
  );
  const known = {checker, fallbacks: fallbacksIn(sources), exports};
  const modules = [...elementsIn(sources, checker)].map((element) => {
    const declaration = declarations.get(element.className);
    return moduleOf(element, declaration, classes[element.className], known);
  });
  return {schemaVersion: '1.0.0', readme: 'README.md', modules};
}

function moduleOf({tagName, className, type}, analyzed, elementClass, known) {
  const {checker, fallbacks, exports} = known;
  const module = exports[`./${tagName}`].default.replace('./', '');
  const reference = {name: className, module};
  const found = new Map(analyzed.members.map((member) => [member.name, member]));
  const members = publicMembers(type, checker).map((member) =>
    memberOf(found.get(member.name), member, checker),
  );
  const {slots, cssParts} = analyzed;
  // The analyzer also finds events where they are dispatched, but not how they are called.
  const events = analyzed.events?.filter(({name}) => name !== undefined);
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

function memberOf(analyzed, member, checker) {
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
    default: analyzed.default,
    readonly: isReadonly(member) || undefined,
    reflects: analyzed.reflects,
  };
}

/** What the element observes, in the order of its properties. Those get the attribute's name. */
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

/** What the styles take where a page sets no value of its own; where they take several, the first. */
function fallbacksIn(sources) {
  const styles = [...sources.values()].map(({text}) => text).join('\n');
  const fallback = /var\((--sc-[\w-]+), ((?:[^()]|\((?:[^()]|\([^()]*\))*\))+)\)/g;
  const found = [...styles.matchAll(fallback)];
  // One that is mixed of others names them as a page does.
  return new Map(
    found.reverse().map(([, name, value]) => [name, value.replaceAll('--_', '--sc-')]),
  );
}

/** Lists as they are, in lines of their own. */
const described = (lists) =>
  Object.fromEntries(
    Object.entries(lists).map(([name, list = []]) => [
      name,
      list.map((item) => ({...item, description: oneLine(item.description)})),
    ]),
  );

const oneLine = (text = '') => text.replace(/\s*\n\s*/g, ' ').trim();
