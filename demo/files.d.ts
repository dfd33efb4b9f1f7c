/** A file's address, as Vite names it in the built site. */
declare module '*.jpg' {
  const address: string;
  export default address;
}
