import {openssl} from '../../../service/test/certificates/openssl-authority.js';
import {HtmlSite} from '../html-site.js';
import {Proxy} from './proxy.js';
import type {Storage} from './storage.js';

/** A site with a sealing service behind a proxy, which a storage is behind, too. */
export class Setting {
  readonly site: HtmlSite;
  readonly proxy: Proxy;
  readonly storage: Storage;

  private constructor(site: HtmlSite, proxy: Proxy, storage: Storage) {
    this.site = site;
    this.proxy = proxy;
    this.storage = storage;
  }

  static async open(
    proxy: 'nginx' | 'caddy',
    storageFor: (site: HtmlSite) => Promise<Storage>,
  ): Promise<Setting> {
    const site = await HtmlSite.borrow();
    site.reset();
    return new Setting(site, await Proxy[proxy](), await storageFor(site));
  }

  /** The proxy's origin. */
  get origin(): string {
    return `http://localhost:${this.proxy.port}`;
  }

  /** Another origin of the proxy, with TLS: browsers find each name below localhost on this machine. */
  get secureOrigin(): string {
    return `https://media.localhost:${this.proxy.port}`;
  }

  /** Lets nginx serve the site, and what is given of its `server` and `http` blocks. */
  useNginx(server: string, http = ''): Promise<void> {
    return this.proxy.use(`${http}
      server {
        listen 127.0.0.1:${this.proxy.port};
        location / { proxy_pass ${this.site.origin}; }
        location /protection/ { proxy_pass ${this.site.service.address}; }
        ${server}
      }`);
  }

  /** Lets nginx serve what is given, at {@link secureOrigin}. */
  useSecureNginx(server: string, http = ''): Promise<void> {
    const {folder, port} = this.proxy;
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const files = ['-keyout', 'site.key', '-out', 'site.pem'];
    openssl(folder, 'req', '-x509', ...key, '-subj', '/CN=media.localhost', ...files);
    return this.proxy.use(`${http}
      server {
        listen 127.0.0.1:${port} ssl http2;
        ssl_certificate ${folder}/site.pem;
        ssl_certificate_key ${folder}/site.key;
        ${server}
      }`);
  }

  /** Lets Caddy serve the site, and what `given` of a site block says. */
  useCaddy(given: string): Promise<void> {
    return this.proxy.use(`${this.origin} {
      ${given}
      handle /protection/* {
        reverse_proxy ${this.site.service.address}
      }
      handle {
        reverse_proxy ${this.site.origin}
      }
    }`);
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await this.storage.close();
  }
}
