/** A workstation with WebHID, and a PowerMic III and a foot pedal that can be plugged in, allowed and pressed. */

const POWER_MIC = { vendorId: 0x0554, productId: 0x1001, productName: 'PowerMic III', usagePage: 1, usage: 0 };
const PEDAL = { vendorId: 0x0911, productId: 0x1844, productName: 'Foot Control', usagePage: 1, usage: 4 };

/** The bits that these devices send, which are not those of dictation_support. */
export const POWER_MIC_KEYS = { transcribe: 1, tabBackward: 2, record: 4, tabForward: 8, play: 64, enter: 256 };
export const PEDAL_KEYS = { left: 1, middle: 2, right: 4 };

export class FakeDevice extends EventTarget {
  opened = false;
  /** What was sent to its lamp, the newest last. */
  readonly lamps: number[] = [];
  readonly vendorId: number;
  readonly productId: number;
  readonly productName: string;
  readonly collections: readonly { usagePage: number; usage: number }[];

  constructor(private readonly model: typeof POWER_MIC) {
    super();
    this.vendorId = model.vendorId;
    this.productId = model.productId;
    this.productName = model.productName;
    this.collections = [{ usagePage: model.usagePage, usage: model.usage }];
  }

  async open() {
    this.opened = true;
  }
  async close() {
    this.opened = false;
  }
  async sendReport(_id: number, data: Uint8Array) {
    this.lamps.push(data[0] ?? 0);
  }

  /** Holds these keys down, and no others. */
  hold(keys: number): void {
    const bytes = this.model === POWER_MIC ? [0, keys & 0xff, keys >> 8] : [keys];
    const report = new Event('inputreport');
    Object.assign(report, { device: this, reportId: 0, data: new DataView(new Uint8Array(bytes).buffer) });
    this.dispatchEvent(report);
  }

  press(keys: number): void {
    this.hold(keys);
    this.hold(0);
  }
}

export const fakePowerMic = () => new FakeDevice(POWER_MIC);
export const fakePedal = () => new FakeDevice(PEDAL);

export class FakeHid extends EventTarget {
  /** How often the person was asked. */
  asked = 0;
  /** What the person would choose. */
  chosen: FakeDevice[] = [];
  allowed: FakeDevice[] = [];

  async getDevices() {
    return [...this.allowed];
  }
  async requestDevice() {
    this.asked += 1;
    this.allowed.push(...this.chosen);
    return [...this.chosen];
  }

  plugIn(device: FakeDevice): void {
    this.allowed.push(device);
    this.dispatchEvent(Object.assign(new Event('connect'), { device }));
  }
  pullOut(device: FakeDevice): void {
    this.allowed = this.allowed.filter((each) => each !== device);
    this.dispatchEvent(Object.assign(new Event('disconnect'), { device }));
  }
}
