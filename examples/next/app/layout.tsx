import type {ReactNode} from 'react';

export const metadata = {
  title: 'Report damage',
  icons: 'data:,',
  // Next leaves workers' scripts where it found them: copy-scripts puts them into public/scripts.
  other: {'sealed-capture-scripts': '/scripts'},
};

export default function Layout({children}: {children: ReactNode}) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
