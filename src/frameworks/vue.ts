/** For Vue 3: which tags are elements of this package, and their types in templates. */
import type {HTMLAttributes, ReservedProps} from 'vue';
import type {
  Attributes,
  Elements,
  EventName,
  EventOf,
  Over,
  PropertiesAlone,
  TagName,
} from './elements.js';

const tagNames: Readonly<Record<TagName, true>> = {
  'capture-audio': true,
  'capture-image': true,
  'protection-provider': true,
  'seal-inspector': true,
};

/** True for the elements of this package: the compiler option `isCustomElement`. */
export const isCustomElement = (tag: string): boolean => Object.hasOwn(tagNames, tag);

/** Converts names of attributes to those of properties. */
type CamelCase<Name> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest> & string>}`
  : Name;

type PascalCase<Name> = Capitalize<CamelCase<Name> & string>;

/** Vue treats a listener for `capture` as one for the capture phase; `captured` follows it. */
type Handlers<Tag extends TagName> = {
  [Name in Exclude<EventName<Tag>, 'capture'> as `on${PascalCase<Name>}`]?: (
    event: EventOf<Tag, Name>,
  ) => unknown;
};

type Texts<Attributes> = {
  [Name in keyof Attributes as CamelCase<Name> & string]: Attributes[Name];
};

type Props<Tag extends TagName> = Over<
  HTMLAttributes & ReservedProps,
  {
    [Name in keyof PropertiesAlone<Tag>]?:
      | PropertiesAlone<Tag>[Name]
      | (Name extends keyof Texts<Attributes<Tag>> ? Texts<Attributes<Tag>>[Name] : never);
  } & Handlers<Tag>
>;

/** An element in the form in which the type checker of templates knows components. */
type ElementComponent<Tag extends TagName> = new () => Elements[Tag] & {
  $props: Props<Tag>;
};

declare module 'vue' {
  interface GlobalComponents {
    'capture-audio': ElementComponent<'capture-audio'>;
    'capture-image': ElementComponent<'capture-image'>;
    'protection-provider': ElementComponent<'protection-provider'>;
    'seal-inspector': ElementComponent<'seal-inspector'>;
  }
}
