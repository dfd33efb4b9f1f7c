import type {Described, ElementDescription, Member} from '../custom-elements.js';
import type {Page} from './page.js';
import {playground} from './playground-markup.js';
import {fieldList, typeCode, withoutLinks} from './types-page.js';

/** Further documents about each element, by tag. */
const MORE: Readonly<Record<string, string>> = {
  'capture-image':
    '[Controls of the camera](./camera.md) · [A list of shots](./shots.md) · [License plates](./license-plates.md) · [In a form](./forms.md) · [What is sealed](./metadata.md)',
  'capture-audio':
    '[Recordings](./recordings.md) · [In a form](./forms.md) · [What is sealed](./metadata.md)',
  'seal-inspector': '[Inspecting](./inspecting.md) · [Trust lists](./trust-lists.md)',
  'protection-provider': '[Keys and tokens](./keys.md) · [Delivery](./delivery.md)',
};

/** Elements whose parts have a picture. */
const PICTURED = ['capture-image', 'capture-audio'];
const PICTURE =
  '<img src="/images/parts-of-capture-elements.webp" width="1066" height="2043" loading="lazy" alt="The elements with the outline and the name of each part, as listed below.">\n';

const signature = ({name, parameters = [], return: returned}: Member): string => {
  const given = parameters.map(
    ({name: parameter, type, optional}) =>
      `${parameter}${optional ? '?' : ''}${type ? `: ${type.text}` : ''}`,
  );
  return `${name}(${given.join(', ')})${returned ? `: ${returned.type.text}` : ''}`;
};

type Fact = readonly [name: string, code: string | undefined];

const factLine = (facts: readonly Fact[]): string =>
  facts
    .filter(([, code]) => code !== undefined && code !== 'undefined')
    .map(([name, code = '']) => `${name}: ${typeCode(code)}`)
    .join(' · ');

/** A section with entries, one for each of a list; empty if there are none. */
function part<T extends Described>(
  title: string,
  list: readonly T[],
  idOf: (one: T) => string,
  factsOf: (one: T) => readonly Fact[],
  after: (one: T) => string = () => '',
): string {
  if (list.length === 0) return '';
  const entries = list.map(
    (one) =>
      `### ${one.name ? `\`${one.name}\`` : 'The default slot'} {#${idOf(one)}}\n\n${withoutLinks(one.description)}\n\n${factLine(factsOf(one))}\n\n${after(one)}\n`,
  );
  return `## ${title}\n\n${entries.join('\n')}`;
}

/** The page of an element: a description, a playground, and everything in the manifest. */
export function elementPage(element: ElementDescription): Page {
  const {tagName, description, attributes, members, events, slots} = element;
  const {cssParts, cssProperties} = element;
  const fields = members.filter(({kind, attribute}) => kind === 'field' && !attribute);
  const memberOf = (attribute: string) => members.find((one) => one.attribute === attribute);
  const propertyId = ({name}: Described) => `property-${name}`;
  const factsOf = ({type, default: standard}: Member): Fact[] => [
    ['Type', type?.text],
    ['Default', standard],
  ];
  const parts = [
    part(
      'Attributes',
      attributes,
      ({name}) => `attribute-${name}`,
      ({name, type, default: standard = memberOf(name)?.default, fieldName}) => [
        ['Type', type.text],
        ['Default', standard],
        ['Property', fieldName === name ? undefined : fieldName],
      ],
    ),
    part(
      'Properties without an attribute',
      fields.filter((one) => !one.readonly),
      propertyId,
      factsOf,
    ),
    part(
      'State to read',
      fields.filter((one) => one.readonly),
      propertyId,
      factsOf,
    ),
    part(
      'Methods',
      members.filter(({kind}) => kind === 'method'),
      ({name}) => `method-${name}`,
      (one) => [['Called as', signature(one)]],
    ),
    part(
      'Events',
      events,
      ({name}) => `event-${name}`,
      ({type}) => [['Type', type.text]],
      // What two events have in common is listed once.
      (one) =>
        events.find(({type}) => type.text === one.type.text) === one
          ? (fieldList(one.type.text) ?? '')
          : '',
    ),
    part(
      'Slots',
      slots,
      ({name}) => `slot-${name || 'default'}`,
      () => [],
    ),
    part(
      'Custom properties of CSS',
      cssProperties,
      ({name}) => `css${name}`,
      ({default: standard}) => [['Default', standard]],
    ),
    part(
      'Parts for CSS',
      cssParts,
      ({name}) => `part-${name}`,
      () => [],
    ).replace('\n\n', PICTURED.includes(tagName) ? `\n\n${PICTURE}\n` : '\n\n'),
  ];
  const text = `# \`<${tagName}>\`

${withoutLinks(description)}

\`\`\`js
import 'sealed-capture/${tagName}';
\`\`\`

More: ${MORE[tagName] ?? ''} · [Theming](./theming.md) · [Errors](./errors.md)

## Try it {#playground}

${playground(element)}

${parts.join('\n')}`;
  return {page: tagName, title: `<${tagName}>`, summary: description, text, outline: 2};
}
