// Custom data for the HTML and CSS editors of VS Code.
// Format: https://github.com/microsoft/vscode-custom-data

const markdown = (value) => ({kind: 'markdown', value});

/** Kinds for which the format has no field. */
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
  // VS Code's value set for attributes without a value.
  if (type === 'boolean' && value !== 'true') return {valueSet: 'v'};
  const choices = type === 'boolean' ? ['true', 'false'] : choicesOf(type);
  return choices.length > 0 ? {values: choices.map((name) => ({name}))} : {};
}

/** The texts and numbers in a union type. */
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

/** Each name once, with its descriptions in all elements that have it. */
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
