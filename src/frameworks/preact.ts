/** Types of the elements in the JSX of Preact. */
import type {ClassAttributes, HTMLAttributes} from 'preact';
import type {Attributes, Elements, Listeners, Over, PropertiesAlone, TagName} from './elements.js';

/** Preact treats a listener for `capture` as one for the capture phase; `oncaptured` is called right after it. */
type Props<Tag extends TagName> = ClassAttributes<Elements[Tag]> &
  Over<
    HTMLAttributes<Elements[Tag]>,
    PropertiesAlone<Tag> & Attributes<Tag> & Listeners<Tag, 'on', 'capture'>
  >;

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'capture-audio': Props<'capture-audio'>;
      'capture-image': Props<'capture-image'>;
      'protection-provider': Props<'protection-provider'>;
      'seal-inspector': Props<'seal-inspector'>;
    }
  }
}
