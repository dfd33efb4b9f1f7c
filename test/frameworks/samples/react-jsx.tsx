import 'sealed-capture/capture-image';
import type {} from 'sealed-capture/react-jsx';

export function Camera({save}: {save: (captureId: string, file: Blob) => Promise<void>}) {
  return (
    <capture-image
      sandbox
      base-url="/seals"
      tags={{case: '4711'}}
      oncapture={({captureId, blob}) => console.log(captureId, blob.size)}
      onprotected={(event) => event.waitUntil(save(event.captureId, event.protectedBlob))}
      onprotect-error={({code, message}) => console.warn(code, message)}
    />
  );
}
