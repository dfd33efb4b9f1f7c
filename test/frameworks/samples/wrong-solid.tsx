/** @jsxImportSource solid-js */
/** What the types of Solid refuse, and what they take besides the example. */
import type {} from 'sealed-capture/solid';

export const refused = () => [
  // @ts-expect-error There is no such camera.
  <capture-image facing="sideways" />,
  // @ts-expect-error Solid would set a property without the capital letter.
  <capture-image apiKey="key" />,
  // @ts-expect-error The property takes an object.
  <capture-image prop:tags="text" />,
  // @ts-expect-error There is no such event.
  <capture-image on:captures={() => undefined} />,
  // @ts-expect-error The event has no such field.
  <capture-image on:capture={({photo}) => void photo} />,
  // @ts-expect-error There is no such property.
  <seal-inspector trust="everybody" />,
  // @ts-expect-error Captures are made elsewhere.
  <seal-inspector on:capture={() => undefined} />,
  // @ts-expect-error A method is nothing to set.
  <capture-image prop:takePicture={() => undefined} />,
];

export const taken = () => (
  <protection-provider
    prop:apiKey="key"
    on:license-plate={({licensePlateInfo}) => licensePlateInfo}
  >
    <capture-image auto-protect={false} ref={(element) => void element.takePicture()} />
    <capture-audio max-duration={60} wave-color="red" on:storage-low={({left}) => left > 0} />
    <seal-inspector verify="local" oninspected={({result}) => result.labelValid} id="inspector" />
  </protection-provider>
);
