/** What the types of React's JSX refuse, and what they take besides the example. */
import type {} from 'sealed-capture/react-jsx';

export const refused = [
  // @ts-expect-error There is no such camera.
  <capture-image facing="sideways" key={1} />,
  // @ts-expect-error The property takes a number.
  <capture-image retention="24" key={2} />,
  // @ts-expect-error React removes an attribute for false, which turns this option on.
  <capture-image auto-protect={false} key={3} />,
  // @ts-expect-error There is no such event.
  <capture-image oncaptures={() => undefined} key={4} />,
  // @ts-expect-error React takes it for a listener of its own.
  <capture-image onCapture={() => undefined} key={5} />,
  // @ts-expect-error The event has no such field.
  <capture-image oncapture={({photo}) => void photo} key={6} />,
  // @ts-expect-error There is no such property.
  <seal-inspector trust="everybody" key={7} />,
  // @ts-expect-error Captures are made elsewhere.
  <seal-inspector oncapture={() => undefined} key={8} />,
  // @ts-expect-error A method is nothing to set.
  <capture-image takePicture={() => undefined} key={9} />,
  // @ts-expect-error Nor is what the element tells.
  <capture-image isCapturing key={10} />,
];

export const taken = (
  <protection-provider api-key="key" onlicense-plate={({licensePlateInfo}) => licensePlateInfo}>
    <capture-image autoProtect={false} ref={(element) => void element?.takePicture()} />
    <capture-audio max-duration={60} wave-color="red" onstorage-low={({left}) => left > 0} />
    <seal-inspector verify="local" oninspected={({result}) => result.labelValid} id="inspector" />
  </protection-provider>
);
