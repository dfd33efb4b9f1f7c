import {useState, type FormEvent} from 'react';
import {CaptureAudio, CaptureImage, ProtectionProvider, SealInspector} from 'sealed-capture/react';
import {protection} from './protection';

const views = ['Photo', 'Recording', 'Check', 'Nothing'] as const;

export function App() {
  const [view, show] = useState<(typeof views)[number]>('Photo');
  const [happened, setHappened] = useState<string[]>([]);
  const tell = (text: string) => setHappened((before) => [...before, text]);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const photo = new FormData(event.currentTarget).get('photo') as File;
    tell(`report with ${photo.type}`);
  };

  return (
    <>
      <h1>Report damage</h1>
      <nav aria-label="Views">
        {views.map((name) => (
          <button key={name} type="button" onClick={() => show(name)}>
            {name}
          </button>
        ))}
      </nav>
      <ProtectionProvider
        protection={protection}
        deliverTo="/uploads"
        onCapture={({mode}) => tell(`${mode} taken`)}
        onProtected={({mode}) => tell(`${mode} sealed`)}
        onDelivered={({mode}) => tell(`${mode} delivered`)}
        onProtectError={({message}) => tell(message)}
      >
        <main>
          {view === 'Photo' && (
            <form onSubmit={send}>
              <label htmlFor="camera">Photo of the damage</label>
              <CaptureImage id="camera" name="photo" required />
              <button>Send report</button>
            </form>
          )}
          {view === 'Recording' && <CaptureAudio />}
          {view === 'Check' && (
            <SealInspector
              protection={protection}
              onInspected={({result}) => tell(`checked: ${result.labelState}`)}
            />
          )}
          {view === 'Nothing' && <p>Nothing is captured here.</p>}
        </main>
      </ProtectionProvider>
      <ol aria-label="What happened">
        {happened.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
      </ol>
    </>
  );
}
