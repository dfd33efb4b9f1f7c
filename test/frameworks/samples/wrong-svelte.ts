/** Code that the Svelte types reject, and code that they accept in addition to the example. */
import type {SvelteHTMLElements} from 'svelte/elements';
import type {} from 'sealed-capture/svelte';

type Image = SvelteHTMLElements['capture-image'];
type Inspector = SvelteHTMLElements['seal-inspector'];

export const refused: (Image | Inspector)[] = [
  // @ts-expect-error There is no such camera.
  {facing: 'sideways'} satisfies Image,
  // @ts-expect-error The property takes a number.
  {retention: '24'} satisfies Image,
  // @ts-expect-error There is no such event.
  {oncaptures: () => undefined} satisfies Image,
  // @ts-expect-error Svelte listens for nothing in the capture phase.
  {oncapture: () => undefined} satisfies Image,
  // @ts-expect-error The event has no such field.
  {oncaptured: ({photo}) => void photo} satisfies Image,
  // @ts-expect-error There is no such property.
  {trust: 'everybody'} satisfies Inspector,
  // @ts-expect-error Captures are made elsewhere.
  {oncaptured: () => undefined} satisfies Inspector,
];

export const taken = {
  image: {autoProtect: false, 'auto-protect': 'false', class: 'wide'},
  inspector: {verify: 'local', oninspected: ({result}) => result.labelValid},
} satisfies {image: Image; inspector: Inspector};
