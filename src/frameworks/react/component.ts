import type React from 'react';
import type {Elements, EventName, EventOf, Over, Properties, TagName} from '../elements.js';

type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>;

/**
 * The events' names by those of their listeners. Listeners that are a property of the element as well are left out: the
 * element itself calls what is set there, and waits for the promise that `onProtected` returns. So is `onCaptured`, as
 * `onCapture` is never mistaken here.
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

/** What a component takes: the element's properties, listeners, and what every element of HTML takes. */
export type ElementProps<Tag extends TagName> = Over<
  React.HTMLAttributes<Elements[Tag]>,
  Properties<Tag> & Listeners<Tag>
>;

/** An element as a component of React; its `ref` is the element. */
export type ElementComponent<Tag extends TagName> = React.ForwardRefExoticComponent<
  ElementProps<Tag> & React.RefAttributes<Elements[Tag]>
>;
