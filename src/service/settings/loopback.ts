import {BlockList, isIP} from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** True for what only this machine reaches. Of names, only `localhost` is known to be that. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host === 'localhost';
  return loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** True for an address that nobody else can listen in on: https, or http of this machine. */
export const isClosedToOthers = ({protocol, hostname}: URL): boolean =>
  protocol === 'https:' ||
  (protocol === 'http:' && isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')));
