/** A network between the browser and a server, which can fall silent: nobody is told, and nothing passes any more. */
import net from 'node:net';

export interface Network {
  /** Where the browser finds the server. */
  readonly url: string;
  /** From now on nothing passes, in either direction: connections stay open, and new ones are taken. */
  swallow(): void;
  /** New connections lead to the server again. The old ones stay dead. */
  heal(): void;
  stop(): void;
}

interface Line {
  readonly near: net.Socket;
  /** None when it was opened in silence. */
  readonly far: net.Socket | null;
}

/** Listens before its server does, which has to know this address: the server is asked for with the first connection. */
export async function startNetwork(server: () => string): Promise<Network> {
  const lines = new Set<Line>();
  let silent = false;

  const listener = net.createServer((near) => {
    const { hostname, port } = new URL(server());
    const far = silent ? null : net.connect(Number(port), hostname);
    lines.add({ near, far });
    // A broken connection is what this is about.
    near.on('error', () => undefined);
    far?.on('error', () => undefined);
    if (far) near.pipe(far).pipe(near);
    else near.resume();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as net.AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    swallow() {
      silent = true;
      for (const { near, far } of lines) {
        // What comes is taken, as by a network that loses it.
        near.unpipe().resume();
        far?.unpipe().resume();
      }
    },
    heal() {
      silent = false;
    },
    stop() {
      listener.close();
      for (const { near, far } of lines) {
        near.destroy();
        far?.destroy();
      }
    },
  };
}
