/** @jsxImportSource solid-js */
import 'sealed-capture/capture-image';
import type {} from 'sealed-capture/solid';

export function Camera(props: {save: (captureId: string, file: Blob) => Promise<void>}) {
  return (
    <capture-image
      sandbox
      base-url="/seals"
      prop:tags={{case: '4711'}}
      on:capture={({captureId, blob}) => console.log(captureId, blob.size)}
      onprotected={(event) => event.waitUntil(props.save(event.captureId, event.protectedBlob))}
      on:protect-error={({code, message}) => console.warn(code, message)}
    />
  );
}
