/** The questions of /faq, in the order they are shown. What is said here must stay true of the code. */
import {
  ACTIVATION_HOURS,
  CUSTOM_TEMPLATES,
  MINIMUM_AGE,
  PRICE_INR,
  PRICE_NOTICE_DAYS,
  PRICE_USD,
  PRODUCT,
  RECENT_REPORTS_HOURS,
  REFUND,
  REGULAR_PRICE_INR,
  SUBSCRIPTION_DAYS,
  SUPPORT,
  TEMPLATE_COUNT,
  TRIAL_DAYS,
} from '@/lib/constants';

type FaqGroup = { title: string; items: [question: string, answer: string][] };

export const FAQ: FaqGroup[] = [
  {
    title: 'Dictating',
    items: [
      [
        'What do I need to start?',
        'A current browser, a microphone and an e-mail address. Nothing is installed. Any microphone that your computer lists will do; a headset or a dictation microphone held close to the mouth gives the best text. In Chrome and Edge the buttons of dictation microphones and foot pedals work too.',
      ],
      [
        'How accurate is the transcription?',
        'It depends on the engine, the microphone, the room and the speaker. The recorder names the engine that listens and how far it has been judged; the built-in one is meant for evaluation, and an installation can put another in its place. Words that the engine is unsure of are marked, so that you know where to look, and we print no figure for your voice that nobody has measured.',
      ],
      [
        'Which languages and accents does it understand?',
        'Dictation, templates and reports are in English. The built-in engine has learned from American voices and adapts to yours only a little; an installation that needs more runs a larger speech model. Names and terms that are misheard can be added to your own words on the account page, with what they should become.',
      ],
      [
        'Do I have to dictate in a certain order, or speak punctuation?',
        'Neither. Say things as you see them: sentences are placed by the anatomy they speak of, and after a heading such as “impression” what follows goes there. “Twelve by eight millimetres” is written 12 x 8 mm. Full stops and new lines may be spoken.',
      ],
      [
        'Can I stay with the images while I dictate?',
        'That is what it is made for. Words appear while you speak, in the preview or at the place in the report where you were. Said alone, “next field”, “go to impression”, “scratch that” or “insert template chest” act, and every step of a report has a key of its own.',
      ],
      [
        'What if the browser crashes, the network fails or the recording is long?',
        'A recording is saved in your browser while you speak, encrypted, and offered to you again when you come back. Pause as often as you like. After an hour a recording goes on in a second part by itself, without a gap.',
      ],
      [
        'An urgent study comes in while I am in the middle of another. What then?',
        'Park the one at hand with Alt K, recording included, report the urgent one, and bring the first back with Alt Shift K. Finished reports stay readable on your device for some hours in case a referrer calls.',
      ],
    ],
  },
  {
    title: 'The report',
    items: [
      [
        'Which studies are covered?',
        `CT and MRI. The library has ${TEMPLATE_COUNT.total} templates: ${TEMPLATE_COUNT.ct} for CT and ${TEMPLATE_COUNT.mri} for MRI, plain and contrast, with female and male variants where they differ. Radiographs, ultrasound and everything else can be dictated without a template.`,
      ],
      [
        'Can we use our department’s own templates?',
        `Yes, as a subscriber: up to ${CUSTOM_TEMPLATES}, written on the account page or taken from a file that a department can share. They are listed, filled and structured like the built-in ones.`,
      ],
      [
        'Does it add findings that I did not dictate?',
        'Only the normal sentences of the template in use, and the report shows which lines those are. Without a template the report holds your words alone. Whatever wrote the report, it is compared with your dictation afterwards, and a number, unit, side, level or negation that was lost, changed or invented is flagged.',
      ],
      [
        'What if my finding contradicts a normal sentence?',
        'That normal sentence is taken out and your finding stands in its place. The other normal sentences about the structure stay: a stone in the gallbladder does not take away its normal wall.',
      ],
      [
        'Which mistakes does it catch?',
        'Left and right that do not agree, anatomy that does not fit the patient’s sex, sentences that contradict each other, sizes and units that cannot be right, findings that the impression forgot, blanks that were left in, and critical findings that ask for a call. They are shown while you write, each with its place. It does not look at the images and cannot know what you overlooked.',
      ],
      [
        'How are the impression and the comparison made?',
        'The impression comes from the findings and from nothing else: the abnormal ones, the most pressing first, numbered. Subscribers can paste a previous report; the same lesion is then compared by measurement, with the change in millimetres and per cent worked out by arithmetic.',
      ],
      [
        'How does the report get into my RIS or PACS?',
        `Copy it as text into the report field of your RIS, or download it as a Word file and upload that. ${PRODUCT} has no HL7 or DICOM interface of its own and needs none to be used beside a viewer.`,
      ],
      [
        'What does the Word file look like?',
        'Calibri 11 with bold, underlined headings, bulleted findings and a numbered impression. They are real Word lists, so the file can be edited further. Your letterhead and your wording at the foot can stand on it, and for subscribers the signature with name and designation.',
      ],
      [
        'May residents use it, and may a report go out unread?',
        'Residents may, under supervision: the report stays a draft until the professional responsible has read and verified it. For the same reason no report may go out unread, whoever dictated it.',
      ],
    ],
  },
  {
    title: 'Privacy and your hospital’s IT',
    items: [
      [
        'Do you keep my recordings or reports?',
        `No. The server keeps no audio, no transcript and no report, only counts of how many there were. In your own browser a report stays readable for ${RECENT_REPORTS_HOURS} hours unless your installation has set another time, encrypted, and you can remove it sooner.`,
      ],
      [
        'Is my dictation sent to another company, or used to train a model?',
        'Not with the built-in engines: they run on the machine that Readout is installed on, keep nothing and learn nothing from you. An installation can use an outside engine instead; the workspace then says that audio or text leaves the machine. The patient’s ID and name are never sent to a language model.',
      ],
      [
        'Can our hospital run it on its own server?',
        'Yes. It is one program that needs no internet with its built-in engines. It signs in through Google, GitHub or your OpenID Connect identity provider, can be limited to your e-mail domains, stores accounts in a file or in PostgreSQL, and billing can be switched off.',
      ],
      [
        'What does the next person see on a shared workstation?',
        'Nothing of yours. What the browser keeps is encrypted with a key that only your sign-in opens. Sign out when you leave; from the account page you can also end a session that you forgot elsewhere.',
      ],
      [
        'Is Readout HIPAA certified?',
        'There is no such certificate to be had. Readout follows its thinking: hold as little as possible, encrypt what must be held, log nothing about a patient. Every patient field is optional. Whether you may use it with identifiable data is for your institution to decide.',
      ],
    ],
  },
  {
    title: 'Trial, subscription and billing',
    items: [
      [
        'What does the free trial include?',
        `${TRIAL_DAYS} days of dictation, structuring, impression and export, from your first sign-in, without a card. Comparison with a previous report, a signature on export and templates of your own belong to the subscription.`,
      ],
      [
        'What does it cost, and when is it active?',
        `₹${PRICE_INR} a month in India, an introductory price instead of ₹${REGULAR_PRICE_INR}, and $${PRICE_USD} a month everywhere else. It is active within ${ACTIVATION_HOURS} hours of the payment and then for ${SUBSCRIPTION_DAYS} days. We announce a change of price ${PRICE_NOTICE_DAYS} days ahead.`,
      ],
      [
        'Can I cancel, get my money back, or leave altogether?',
        `Cancel at any time on the account page and keep access to the end of the period. Your first payment is refunded if you ask within ${REFUND.days} days; it is processed in ${REFUND.processing}, and the bank may need ${REFUND.bank} more. What you saved stays readable to you after the subscription. Downloading everything stored about you and deleting the account are two buttons on the same page.`,
      ],
      [
        'Who may use it, and where do I get help?',
        `Radiologists and those in training under supervision, aged ${MINIMUM_AGE} or over. Support answers within ${SUPPORT.response}, ${SUPPORT.days}, ${SUPPORT.hours}.`,
      ],
    ],
  },
];
