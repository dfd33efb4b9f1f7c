import {useRef} from 'react';
import type {CaptureImage as CaptureImageElement} from 'sealed-capture';
import {CaptureImage} from 'sealed-capture/react';

export function Camera({save}: {save: (captureId: string, file: Blob) => Promise<void>}) {
  const camera = useRef<CaptureImageElement>(null);
  return (
    <>
      <CaptureImage
        ref={camera}
        sandbox
        baseUrl="/seals"
        locationObfuscationRadius={500}
        onCapture={({captureId, blob}) => console.log(captureId, blob.size)}
        onProtected={({captureId, protectedBlob}) => save(captureId, protectedBlob)}
        onProtectError={({code, message}) => console.warn(code, message)}
      />
      <button onClick={() => void camera.current?.takePicture()}>Take photo</button>
    </>
  );
}
