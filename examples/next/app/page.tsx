import Link from 'next/link';
import {App} from './app';

// Rendered on the server: the elements' tags are in its HTML, and come to life in the browser.
export default function Page() {
  return (
    <>
      <App />
      <Link href="/help" prefetch={false}>
        Help
      </Link>
    </>
  );
}
