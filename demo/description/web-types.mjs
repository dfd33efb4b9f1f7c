// Web types for JetBrains editors. Format: https://github.com/JetBrains/web-types

export const webTypes = (elements, {name, version}) => ({
  $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
  name,
  version,
  'js-types-syntax': 'typescript',
  'description-markup': 'markdown',
  contributions: {html: {elements: elements.map(elementType)}},
});

const elementType = (element) => ({
  name: element.tagName,
  description: element.description,
  attributes: element.attributes.map(attributeType),
  slots: element.slots.map(named),
  js: {
    properties: element.members.filter(({kind}) => kind === 'field').map(propertyType),
    events: element.events.map((event) => ({...named(event), type: event.type.text})),
  },
  css: {
    properties: element.cssProperties.map(named),
    parts: element.cssParts.map(named),
  },
});

const named = ({name, description}) => ({name, description});

const attributeType = (attribute) => ({
  ...named(attribute),
  default: attribute.default?.replaceAll("'", ''),
  value: {
    // A boolean attribute is on if it is present; one that is on by default is turned off with a text.
    kind: attribute.type.text === 'boolean' && attribute.default !== 'true' ? 'no-value' : 'plain',
    type: attribute.type.text,
  },
});

const propertyType = ({type, readonly, ...property}) => ({
  ...named(property),
  type: type.text,
  'read-only': readonly,
});
