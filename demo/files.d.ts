/** The address of a file in the built site, as Vite returns it. */
declare module '*.jpg' {
  const address: string;
  export default address;
}
