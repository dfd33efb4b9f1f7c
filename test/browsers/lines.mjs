// Lines to servers that a browser test can cut, beside its run. The command `line` opens one to an address, cuts it or
// mends it, and returns the address of its near end. Unlike a page's own offline mode, every engine has it, and workers
// are cut off as well.
import {once} from 'node:events';
import {connect, createServer} from 'node:net';

/** A line to this server, with its state. */
async function openLine({hostname, port}) {
  const line = {isCut: false, sockets: new Set()};
  const keep = (socket) => {
    line.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => line.sockets.delete(socket));
    return socket;
  };
  const server = createServer((near) => {
    if (line.isCut) return near.destroy();
    const far = keep(connect(Number(port), hostname));
    keep(near).pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = () => line.sockets.forEach((socket) => socket.destroy());
  return {
    port: server.address().port,
    set(isCut) {
      line.isCut = isCut;
      if (isCut) cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}

export const lines = () => {
  /** @type {Map<string, ReturnType<typeof openLine>>} */
  const open = new Map();
  return {
    name: 'lines',
    async executeCommand({command, payload}) {
      if (command !== 'line') return undefined;
      const url = new URL(payload.to);
      if (!open.has(url.host)) open.set(url.host, openLine(url));
      const {port, set} = await open.get(url.host);
      set(payload.isCut);
      url.port = port;
      return {address: url.href};
    },
    async serverStop() {
      for (const line of open.values()) (await line).close();
    },
  };
};
