import Link from 'next/link';

// The other page stays mounted, hidden, so that it is there at once when a person goes back: its camera is off meanwhile.
export default function Help() {
  return (
    <>
      <h1>Help</h1>
      <p>Stand where the whole damage is in the picture.</p>
      <Link href="/">Back to the report</Link>
    </>
  );
}
