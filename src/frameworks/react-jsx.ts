/** Types of the elements in the JSX of React 19, for pages without `sealed-capture/react`. */
import type {ClassAttributes, HTMLAttributes} from 'react';
import type {Attributes, Elements, Listeners, Over, PropertiesAlone, TagName} from './elements.js';

/** React treats `onCapture` and the like as its own listeners, and never sets the properties of these names. */
type Props<Tag extends TagName> = ClassAttributes<Elements[Tag]> &
  Over<
    HTMLAttributes<Elements[Tag]>,
    PropertiesAlone<Tag> & Attributes<Tag> & Listeners<Tag, 'on'>
  >;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'capture-audio': Props<'capture-audio'>;
      'capture-image': Props<'capture-image'>;
      'protection-provider': Props<'protection-provider'>;
      'seal-inspector': Props<'seal-inspector'>;
    }
  }
}
