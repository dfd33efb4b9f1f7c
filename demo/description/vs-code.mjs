// What VS Code reads of the elements: "custom data" for its HTML and CSS editors.
// Format: https://github.com/microsoft/vscode-custom-data

const markdown = (value) => ({kind: 'markdown', value});

/** The editor has no place of its own for these. */
const lists = {
  events: ['Events', ({name, type}) => `\`${name}\` (\`${type.text}\`)`],
  slots: ['Slots', ({name}) => (name ? `\`${name}\`` : 'without a name')],
  cssParts: ['CSS parts', ({name}) => `\`${name}\``],
  cssProperties: ['CSS custom properties', ({name}) => `\`${name}\``],
};

export const htmlData = (elements) => ({
  version: 1.1,
  tags: elements.map((element) => ({
    name: element.tagName,
    description: markdown(descriptionOf(element)),
    attributes: element.attributes.map(attributeData),
  })),
});

function descriptionOf(element) {
  const sections = Object.entries(lists).flatMap(([kind, [title, nameOf]]) => {
    const items = element[kind].map((item) => `- ${nameOf(item)}: ${item.description}`);
    return items.length > 0 ? [`**${title}**\n${items.join('\n')}`] : [];
  });
  return [element.description, ...sections].join('\n\n');
}

const attributeData = ({name, description, type, default: value}) => ({
  name,
  description: markdown(withDefault(description, value && unquoted(value))),
  ...valuesOf(type.text, value),
});

function valuesOf(type, value) {
  // The set of values that VS Code has for attributes without a value.
  if (type === 'boolean' && value !== 'true') return {valueSet: 'v'};
  const choices = type === 'boolean' ? ['true', 'false'] : choicesOf(type);
  return choices.length > 0 ? {values: choices.map((name) => ({name}))} : {};
}

/** Texts and numbers that a type names one by one. */
const choicesOf = (type) =>
  type.split(' | ').flatMap((choice) => (/^('.*'|\d+)$/.test(choice) ? [unquoted(choice)] : []));

const unquoted = (text) => text.replaceAll("'", '');

const withDefault = (description, value) =>
  value === undefined ? description : `${description} Default: \`${value}\`.`;

export const cssData = (elements) => ({
  version: 1.1,
  properties: shared(elements, 'cssProperties', ({name}) => name),
  pseudoElements: shared(elements, 'cssParts', ({name}) => `::part(${name})`),
});

/** Each name once, with what it is in each of the elements that have it. */
function shared(elements, kind, nameOf) {
  const found = new Map();
  for (const {tagName, [kind]: items} of elements) {
    for (const item of items) {
      const name = nameOf(item);
      const line = `\`<${tagName}>\`: ${withDefault(item.description, item.default)}`;
      found.set(name, [...(found.get(name) ?? []), line]);
    }
  }
  return [...found].map(([name, lines]) => ({name, description: markdown(lines.join('\n\n'))}));
}
