/** What the components of React refuse, and what they take besides the example. */
import {CaptureAudio, CaptureImage, ProtectionProvider, SealInspector} from 'sealed-capture/react';

export const refused = [
  // @ts-expect-error There is no such camera.
  <CaptureImage facing="sideways" key={1} />,
  // @ts-expect-error The property takes a number.
  <CaptureImage retention="24" key={2} />,
  // @ts-expect-error There is no such event.
  <CaptureImage onCaptures={() => undefined} key={3} />,
  // @ts-expect-error The event has no such field.
  <CaptureImage onCapture={({photo}) => void photo} key={4} />,
  // @ts-expect-error There is no such property.
  <SealInspector trust="everybody" key={5} />,
  // @ts-expect-error Captures are made elsewhere.
  <SealInspector onCapture={() => undefined} key={6} />,
  // @ts-expect-error No photo is made here.
  <CaptureAudio onLicensePlate={() => undefined} key={7} />,
  // @ts-expect-error A method is nothing to set.
  <CaptureImage takePicture={() => undefined} key={8} />,
  // @ts-expect-error Nor is what the element tells.
  <CaptureImage isCapturing key={9} />,
];

export const taken = (
  <ProtectionProvider apiKey="key" onLicensePlate={({licensePlateInfo}) => licensePlateInfo}>
    <CaptureImage autoProtect={false} ref={(element) => void element?.takePicture()} />
    <CaptureAudio maxDuration={60} waveColor="red" onStorageLow={({left}) => left > 0} />
    <SealInspector verify="local" onInspected={({result}) => result.labelValid} id="inspector" />
  </ProtectionProvider>
);
