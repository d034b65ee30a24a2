import { speakAll } from './dictation';

export default speakAll;
