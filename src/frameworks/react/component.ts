import type React from 'react';
import type {Elements, EventName, EventOf, Over, Properties, TagName} from '../elements.js';

type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>;

/**
 * The events' names by those of their listeners. Listeners that are also properties of the element are omitted: the
 * element itself calls them, and waits for the promise that `onProtected` returns. `onCaptured` is omitted too,
 * because `onCapture` works here.
 */
export type ListenerNames<Tag extends TagName> = {
  [
    Name in Exclude<EventName<Tag>, 'captured'> as Exclude<
      `on${PascalCase<Name>}`,
      keyof Properties<Tag>
    >
  ]: Name;
};

type Listeners<Tag extends TagName> = {
  [Name in keyof ListenerNames<Tag>]?: (event: EventOf<Tag, ListenerNames<Tag>[Name]>) => unknown;
};

/** Props of a component: the element's properties and listeners, and those of HTML elements. */
export type ElementProps<Tag extends TagName> = Over<
  React.HTMLAttributes<Elements[Tag]>,
  Properties<Tag> & Listeners<Tag>
>;

/** An element as a component of React; its `ref` is the element. */
export type ElementComponent<Tag extends TagName> = React.ForwardRefExoticComponent<
  ElementProps<Tag> & React.RefAttributes<Elements[Tag]>
>;
