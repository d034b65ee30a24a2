/** The questions of /faq, in the order they are shown. */
import {
  ACTIVATION_HOURS,
  MINIMUM_AGE,
  PRICE_INR,
  PRICE_NOTICE_DAYS,
  PRICE_USD,
  REFUND,
  REGULAR_PRICE_INR,
  SIGNATURE_MAX_MB,
  SUBSCRIPTION_DAYS,
  SUPPORT,
  TEMPLATE_COUNT,
  TRIAL_DAYS,
} from '@/lib/constants';

export type FaqGroup = { title: string; items: [question: string, answer: string][] };

export const FAQ: FaqGroup[] = [
  {
    title: 'Dictating',
    items: [
      [
        'What do I need to start?',
        'A current browser, a microphone and an e-mail address. Nothing is installed. Any microphone that your computer knows will do; a headset or a dictation microphone gives the best text.',
      ],
      [
        'Do I have to dictate in a certain order?',
        'No. Say things as you see them. Sentences are placed by the anatomy they speak of. If you say a heading, such as “impression”, what follows goes there.',
      ],
      [
        'Do I have to speak punctuation and units?',
        'No, but you may. “Twelve by eight millimetres” is written 12 x 8 mm, and “full stop” or “new line” is understood.',
      ],
      [
        'Can I type instead of dictating?',
        'Yes. Type or paste into the transcription preview and structure it from there.',
      ],
      ['Can I pause?', 'Yes, as often as you like. You can also transcribe while paused, to see how far you are.'],
      ['How long may a recording be?', 'Up to 60 minutes or 50 MB, which is far more than a report takes.'],
      [
        'What happens if the browser crashes while I dictate?',
        'The recording is saved in your browser while you speak, encrypted. When you come back and are signed in, it is offered to you again.',
      ],
      [
        'How accurate is the transcription?',
        'It depends on the microphone, the room and the speaker. We do not print a figure that we have not measured. You see the text and can correct it before anything is made of it.',
      ],
    ],
  },
  {
    title: 'The report',
    items: [
      [
        'Which studies are covered?',
        `CT and MRI. The library is made up of ${TEMPLATE_COUNT.total} templates: ${TEMPLATE_COUNT.ct} for CT and ${TEMPLATE_COUNT.mri} for MRI, plain and contrast, with female and male variants where they differ. Other studies can be dictated without a template.`,
      ],
      [
        'How is a template found?',
        'You choose one from the list, or leave it to Readout, which compares your words with each template’s study name and search phrases. How it works explains the scoring.',
      ],
      [
        'Does it add findings that I did not dictate?',
        'Only the normal sentences of the template in use, and those can be told apart from what you said. Use no template and the report holds your words alone.',
      ],
      [
        'What if my finding contradicts a normal sentence?',
        'The normal sentence is taken out and your finding stands in its place. The other normal sentences about that structure stay.',
      ],
      [
        'How is the impression made?',
        'From the findings in the report, and from nothing else: the abnormal ones, the most pressing first, one numbered statement each. You can also dictate it yourself.',
      ],
      [
        'Can I change the report?',
        'All of it. It is plain text in an editor. Press Tab to go from one blank to the next.',
      ],
      [
        'What does the Word file look like?',
        'A .docx in Calibri 11 with bold, underlined headings, bulleted findings and a numbered impression. They are real Word lists, so it can be edited further. You can also copy the report as text.',
      ],
      [
        'May I send a report without reading it?',
        'No. Every report is a draft. The professional responsible must review and verify it.',
      ],
    ],
  },
  {
    title: 'Privacy',
    items: [
      [
        'Do you keep my recordings or reports?',
        'No. The server keeps no audio, no transcript and no report, only counts of how many there were.',
      ],
      [
        'Is the audio sent to another company?',
        'Not with the built-in engines: they run on the machine that Readout is installed on. If an installation uses an outside engine, the workspace says so.',
      ],
      [
        'Do I have to enter the patient’s name?',
        'No. Every patient field is optional. What you enter is used for the file you export.',
      ],
      [
        'Is Readout HIPAA certified?',
        'There is no such certificate to be had. Readout follows its thinking: hold as little as possible, encrypt what must be held, log nothing about a patient. Whether you may use it with identifiable data is for your institution to decide.',
      ],
    ],
  },
  {
    title: 'Trial, subscription and billing',
    items: [
      [
        'What does the free trial include?',
        `${TRIAL_DAYS} days of dictation, structuring, impression and export, from your first sign-in, without a card. Comparison with a previous report, a signature on export and custom templates belong to the subscription. The signature image may be up to ${SIGNATURE_MAX_MB} MB.`,
      ],
      [
        'What does it cost?',
        `₹${PRICE_INR} a month in India, an introductory price instead of ₹${REGULAR_PRICE_INR}, and $${PRICE_USD} a month everywhere else. We announce a change ${PRICE_NOTICE_DAYS} days ahead.`,
      ],
      [
        'When is my subscription active?',
        `Within ${ACTIVATION_HOURS} hours of the payment, and then for ${SUBSCRIPTION_DAYS} days. If it takes longer, write to support.`,
      ],
      [
        'Can I cancel, and do I get my money back?',
        `Cancel at any time on the account page and keep access to the end of the period. Your first payment is refunded if you ask within ${REFUND.days} days; it is processed in ${REFUND.processing}, and the bank may need ${REFUND.bank} more.`,
      ],
      [
        'Who may use it, and where do I get help?',
        `Radiologists and those in training under supervision, aged ${MINIMUM_AGE} or over. Support answers within ${SUPPORT.response}, ${SUPPORT.days}, ${SUPPORT.hours}.`,
      ],
    ],
  },
];
