/** Types of the elements in the JSX of Solid. */
import type {JSX} from 'solid-js';
import type {
  Attributes,
  Elements,
  EventName,
  EventOf,
  Over,
  Properties,
  TagName,
} from './elements.js';

/**
 * Solid sets an attribute for a literal in the template, otherwise the property of its name: both are accepted.
 * Names with a capital letter are not attributes; `prop:` always sets their properties.
 */
type Props<Tag extends TagName> = Over<
  JSX.HTMLAttributes<Elements[Tag]>,
  Single<Tag> & Texts<Attributes<Tag>> & Explicit<Tag> & Handlers<Tag>
>;

/** Properties whose attribute has the same name. */
type Single<Tag extends TagName> = {
  [
    Name in keyof Properties<Tag> as Name extends Lowercase<Name & string> ? Name : never
  ]?: Properties<Tag>[Name];
};

/** Attributes that take a text for a boolean take the boolean, too. */
type Texts<Attributes> = {
  [Name in keyof Attributes]?:
    | Attributes[Name]
    | ('true' extends Attributes[Name] ? boolean : never);
};

type Explicit<Tag extends TagName> = {
  [Name in keyof Properties<Tag> as `prop:${Name & string}`]?: Properties<Tag>[Name];
};

/** TypeScript treats `on:protected` as a reserved word; `onprotected` is the same listener. */
type Handlers<Tag extends TagName> = {
  [Name in EventName<Tag> as `on:${Name}`]?: JSX.EventHandlerWithOptionsUnion<
    Elements[Tag],
    EventOf<Tag, Name>
  >;
} & {
  [Name in EventName<Tag> as `on${Name}`]?: JSX.EventHandlerUnion<
    Elements[Tag],
    EventOf<Tag, Name>
  >;
};

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'capture-audio': Props<'capture-audio'>;
      'capture-image': Props<'capture-image'>;
      'protection-provider': Props<'protection-provider'>;
      'seal-inspector': Props<'seal-inspector'>;
    }
  }
}
