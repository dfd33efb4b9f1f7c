/** Types of the elements in the templates of Svelte 5. */
import type {HTMLAttributes} from 'svelte/elements';
import type {Attributes, Elements, Listeners, Over, PropertiesAlone, TagName} from './elements.js';

/** Svelte treats a listener for `capture` as one for the capture phase; `oncaptured` is called right after it. */
type Props<Tag extends TagName> = Over<
  HTMLAttributes<Elements[Tag]>,
  PropertiesAlone<Tag> & Attributes<Tag> & Listeners<Tag, 'on', 'capture'>
>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'capture-audio': Props<'capture-audio'>;
    'capture-image': Props<'capture-image'>;
    'protection-provider': Props<'protection-provider'>;
    'seal-inspector': Props<'seal-inspector'>;
  }
}
