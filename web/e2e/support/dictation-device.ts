import type { BrowserContext, Page } from '@playwright/test';

/** The keys of a PowerMic III, as it reports them. */
const POWER_MIC = { transcribe: 1, tabBackward: 2, record: 4, tabForward: 8 } as const;

declare global {
  interface Window {
    /** The microphone that the tests press. */
    powerMic: { hold: (keys: number) => void; lamp: () => number };
  }
}

/**
 * Gives the browser a PowerMic III: no machine that runs tests has one. Everything above the device itself is real, the
 * reports that it sends included; it is plugged in, and the person who is asked chooses it.
 */
export async function plugInPowerMic(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let lamp = 0;
    const device = Object.assign(new EventTarget(), {
      opened: false,
      vendorId: 0x0554,
      productId: 0x1001,
      productName: 'PowerMic III',
      collections: [{ usagePage: 1, usage: 0 }],
      async open() {
        device.opened = true;
      },
      async close() {
        device.opened = false;
      },
      async sendReport(_id: number, data: Uint8Array) {
        lamp = data[0] ?? 0;
      },
    });
    const hid = Object.assign(new EventTarget(), {
      getDevices: async () => [],
      requestDevice: async () => [device],
    });
    Object.defineProperty(navigator, 'hid', { value: hid });
    window.powerMic = {
      lamp: () => lamp,
      hold(keys) {
        const data = new DataView(new Uint8Array([0, keys & 0xff, keys >> 8]).buffer);
        device.dispatchEvent(Object.assign(new Event('inputreport'), { device, reportId: 0, data }));
      },
    };
  });
}

export async function press(page: Page, key: keyof typeof POWER_MIC): Promise<void> {
  await page.evaluate((keys) => {
    window.powerMic.hold(keys);
    window.powerMic.hold(0);
  }, POWER_MIC[key]);
}

/** 0 dark, 1 red, 2 green. */
export const lampOf = (page: Page) => page.evaluate(() => window.powerMic.lamp());
