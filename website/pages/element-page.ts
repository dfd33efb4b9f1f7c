import type {Attribute, Described, ElementDescription, Member} from '../custom-elements.js';
import type {Page} from '../layout.js';
import {renderInline, type Heading} from '../markdown.js';
import {markup, type Markup} from '../markup.js';
import {playground} from './playground-markup.js';

/** Further documents about each element, by tag. */
const MORE: Readonly<Record<string, readonly (readonly [file: string, title: string])[]>> = {
  'capture-image': [
    ['camera.html', 'Controls of the camera'],
    ['shots.html', 'A list of shots'],
    ['license-plates.html', 'License plates'],
    ['forms.html', 'In a form'],
    ['metadata.html', 'What is sealed'],
  ],
  'capture-audio': [
    ['recordings.html', 'Recordings'],
    ['forms.html', 'In a form'],
    ['metadata.html', 'What is sealed'],
  ],
  'seal-inspector': [
    ['inspecting.html', 'Inspecting'],
    ['trust-lists.html', 'Trust lists'],
  ],
  'protection-provider': [
    ['keys.html', 'Keys and tokens'],
    ['delivery.html', 'Delivery'],
  ],
};

const signature = ({name, parameters = [], return: returned}: Member): string => {
  const given = parameters.map(
    ({name: parameter, type, optional}) =>
      `${parameter}${optional ? '?' : ''}${type ? `: ${type.text}` : ''}`,
  );
  return `${name}(${given.join(', ')})${returned ? `: ${returned.type.text}` : ''}`;
};

const fact = (name: string, value: string | undefined): Markup | undefined =>
  value === undefined || value === 'undefined'
    ? undefined
    : markup`<dt>${name}</dt><dd><code>${value}</code></dd>`;

/** One entry of a list: its name, its properties, and its description. */
const entry = (
  id: string,
  name: Markup | string,
  {description}: Pick<Described, 'description'>,
  facts: readonly (Markup | undefined)[] = [],
): Markup => markup`<section class="entry"><h3 id="${id}">${name}</h3>
<p>${renderInline(description)}</p>
${facts.some((one) => one) && markup`<dl>${facts.map((one) => one)}</dl>`}</section>`;

const attributeEntry = (attribute: Attribute, member: Member | undefined): Markup =>
  entry(`attribute-${attribute.name}`, markup`<code>${attribute.name}</code>`, attribute, [
    fact('Type', attribute.type.text),
    fact('Default', attribute.default ?? member?.default),
    attribute.fieldName !== attribute.name ? fact('Property', attribute.fieldName) : undefined,
  ]);

interface Part {
  id: string;
  title: string;
  intro?: string;
  entries: {name: string; description: string; id: string; content: Markup}[];
}

function partsOf(element: ElementDescription): Part[] {
  const {attributes, members, events, slots, cssParts, cssProperties} = element;
  const fields = members.filter(({kind, attribute}) => kind === 'field' && !attribute);
  const described = <T extends Described>(
    list: readonly T[],
    kind: string,
    content: (one: T, id: string) => Markup,
  ) =>
    list.map((one) => {
      const id = `${kind}-${one.name || 'default'}`;
      return {name: one.name, description: one.description, id, content: content(one, id)};
    });
  const property = (one: Member, id: string): Markup =>
    entry(id, markup`<code>${one.name}</code>`, one, [
      fact('Type', one.type?.text),
      fact('Default', one.default),
    ]);
  return [
    {
      id: 'attributes',
      title: 'Attributes',
      entries: described(attributes, 'attribute', (one) =>
        attributeEntry(
          one,
          members.find(({attribute}) => attribute === one.name),
        ),
      ),
    },
    {
      id: 'properties',
      title: 'Properties without an attribute',
      entries: described(
        fields.filter((one) => !one.readonly),
        'property',
        property,
      ),
    },
    {
      id: 'state',
      title: 'State to read',
      entries: described(
        fields.filter((one) => one.readonly),
        'property',
        property,
      ),
    },
    {
      id: 'methods',
      title: 'Methods',
      entries: described(
        members.filter(({kind}) => kind === 'method'),
        'method',
        (one, id) => entry(id, markup`<code>${signature(one)}</code>`, one),
      ),
    },
    {
      id: 'events',
      title: 'Events',
      entries: described(events, 'event', (one, id) =>
        entry(id, markup`<code>${one.name}</code>`, one, [fact('Type', one.type.text)]),
      ),
    },
    {
      id: 'slots',
      title: 'Slots',
      entries: described(slots, 'slot', (one, id) =>
        entry(id, one.name ? markup`<code>${one.name}</code>` : 'The default slot', one),
      ),
    },
    {
      id: 'css-properties',
      title: 'Custom properties of CSS',
      entries: described(cssProperties, 'css', (one) =>
        entry(`css${one.name}`, markup`<code>${one.name}</code>`, one, [
          fact('Default', one.default),
        ]),
      ),
    },
    {
      id: 'css-parts',
      title: 'Parts for CSS',
      entries: described(cssParts, 'part', (one, id) =>
        entry(id, markup`<code>${one.name}</code>`, one),
      ),
    },
  ].filter(({entries}) => entries.length > 0);
}

/** The page of an element: a description, a playground, and everything in the manifest. */
export function elementPage(element: ElementDescription): Page {
  const {tagName, description} = element;
  const parts = partsOf(element);
  const headings: Heading[] = [
    {id: 'playground', text: 'Try it', depth: 2},
    ...parts.map(({id, title}) => ({id, text: title, depth: 2})),
  ];
  const content = markup`<h1><code>&lt;${tagName}&gt;</code></h1>
<p class="lead">${renderInline(description)}</p>
<pre tabindex="0" data-language="js"><code>import 'sealed-capture/${tagName}';</code></pre>
<p>More: ${MORE[tagName]?.map(([file, title], index) => markup`${index > 0 && ' · '}<a href="${file}">${title}</a>`)} · <a href="theming.html">Theming</a> · <a href="errors.html">Errors</a></p>
<h2 id="playground">Try it</h2>
${playground(element)}
${parts.map(
  ({id, title, entries}) =>
    markup`<h2 id="${id}">${title}</h2>${entries.map(({content: one}) => one)}`,
)}`;
  return {
    file: `${tagName}.html`,
    title: `<${tagName}>`,
    summary: description,
    content,
    headings,
    script: 'playground',
    sections: [
      {text: description},
      ...parts.flatMap(({entries}) =>
        entries.map(({name, description: text, id}) => ({
          heading: {
            id: id.startsWith('css---') ? id.replace('css-', 'css') : id,
            text: name,
            depth: 3,
          },
          text,
        })),
      ),
    ],
  };
}
