"""Everyday words of captions: which carry nothing, which say the same, which exclude each other.

Small on purpose, and open to reading: what is called a paraphrase can be followed by hand. English
only; captions in other languages are compared by their words as they are.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What a caption says is the same without them.
EMPTY = _words(
    """
    a an the this that these those there here it its he she his her him hers their them they we our
    you your my me i is are was were be been being am do does did doing done has have had having
    get gets getting got will would can could may might should must of to in on at by for from with
    into onto upon and or but as while when then so than which who whom whose what where how if
    also just very really quite some any each every all both own other another one more most lot
    s t d ll re ve m via per about around near over under through across along during before after
    again together away back off out shows showing shown showed display displays displaying
    displayed see sees seen seeing video videos clip clips footage depict depicts depicted depicting
    seem seems appear appears start starts starting started begin begins beginning try tries trying
    tried use uses using used way kind type piece pieces bit himself herself itself
    themselves themself oneself scene scenes certain various several bunch something thing things
    take takes taking took taken make makes making made
    """
)

# Word -> the form that stands for it, where no rule finds it.
IRREGULAR = {
    word: group[0]
    for group in (
        line.split()
        for line in """
        man men
        woman women
        child children
        person people persons
        foot feet
        tooth teeth
        mouse mice
        goose geese
        knife knives
        leaf leaves
        wolf wolves
        loaf loaves
        half halves
        life lives
        shelf shelves
        potato potatoes
        tomato tomatoes
        run ran
        sing sang sung
        ride rode ridden
        drive drove driven
        eat ate eaten
        drink drank drunk
        throw threw thrown
        catch caught
        sit sat
        stand stood
        lie lay lying lain
        fall fell fallen
        write wrote written
        speak spoke spoken
        fly flew flown
        swim swam swum
        fight fought
        give gave given
        go went gone goes
        come came
        hold held
        feed fed
        build built
        shoot shot
        hide hid hidden
        draw drew drawn
        wear wore worn
        sleep slept
        teach taught
        tell told
        say said says
        buy bought
        bring brought
        leave left
        light lit
        blow blew blown
        break broke broken
        wash washed washes
        meet met
        ring rang rung
        shake shook shaken
        slide slid
        sweep swept
        swing swung
        stick stuck
        bite bit bitten
        dig dug
        hang hung
        lead led
        grind ground
        freeze froze frozen
        die dying died dies
        tie tying tied ties
        ski skiing skied skis
        """.splitlines()
        if line.strip()
    )
    for word in group
}

# Words that captions put for one another. The first stands for all; each counts in every form.
SAME = """
    person someone somebody anyone human individual people folk adult
    man guy male gentleman fellow dude
    woman lady female gal
    boy lad
    girl lass
    child kid toddler youngster
    baby infant newborn
    cut slice chop dice mince carve
    talk speak discuss converse chat conversation discussion
    tell explain describe
    cook prepare
    fry saute
    mix stir blend whisk beat
    run jog sprint
    jump leap hop
    ride pedal
    cycle bicycle bike
    motorcycle motorbike
    car automobile vehicle auto
    truck lorry
    plane airplane aeroplane aircraft jet
    boat ship
    dog puppy pup canine hound doggy
    cat kitten kitty feline
    horse pony
    cow cattle
    pig piglet hog
    rabbit bunny
    rock stone
    big large huge giant enormous
    small little tiny young
    fast quick rapid speedy quickly rapidly
    slow slowly
    happy cheerful joyful glad
    sing chant croon
    play perform
    guitar guitarist
    piano pianist
    violin violinist fiddle
    flute flutist
    drum drummer
    crowd audience spectator
    picture photo photograph image photography
    film movie
    tv television telly
    phone telephone cellphone smartphone mobile
    computer laptop pc
    street road
    path trail
    forest wood woods
    meadow field pasture grassland
    sea ocean
    beach shore seashore coast
    river stream creek
    house home
    couch sofa settee
    shop store
    throw toss hurl fling lob
    hit strike punch
    catch grab
    push shove
    pull drag tug
    carry haul
    look watch gaze stare observe view
    laugh giggle chuckle
    cry weep sob
    smile grin
    shout yell scream
    walk stroll wander hike
    climb ascend scale
    fall tumble
    wash clean rinse scrub
    draw sketch
    doctor physician
    teacher instructor
    student pupil
    policeman cop officer police policewoman
    soldier troop
    kiss smooch
    hug embrace cuddle
    fight brawl
    close shut
    end finish
    food meal dish
    soda pop
    trash garbage rubbish
    present gift
    pan skillet
    bowl basin
    cup mug
    bag sack
    coat jacket
    hat cap
    trousers pants
    shoe sneaker boot
    soccer football
    gym gymnasium
    bed mattress
    yard backyard
    funny humorous
    beautiful pretty lovely gorgeous
    angry mad furious
    fix repair mend
    assemble construct build
    sleep nap doze
    rest relax
    feed nourish
    pet stroke caress
    rival opponent
    match game
    snow snowy
    rain rainy
    shoot fire
    gun rifle pistol
    apply put add place
    pour drizzle
    boil simmer
    grate shred
    bake roast
    lake pond
    mountain hill
    lift raise hoist
    demonstrate teach instruct
    record tape
    enter arrive
    exit leave depart
    chase pursue
    spin rotate twirl whirl turn
    text message
    news newscast
    host presenter anchor newscaster newsreader
    reporter journalist
    singer vocalist
    player athlete
    bathe bath
    glide slide
    wave greet
    sniff smell
    drink sip
    eat consume chew devour munch
    read recite
    hide conceal
    find discover
    buy purchase
    gather collect
    trim clip
    fold crease
    tale story
    blaze flame
    hurry rush
    paper sheet
    rug carpet
    dress gown
    mother mom mum mommy
    father dad daddy
    grandmother grandma granny
    grandfather grandpa
    grass lawn
    grey gray
    gold golden
    purple violet
    cartoon animated animation anime animate
    runway catwalk
    issue problem
    naked nude
    argue quarrel debate
    exercise workout
    help assist aid
    pick select choose
    answer reply respond
    ask inquire
    scary spooky frightening creepy
    sad unhappy
    sew stitch
    play strum
    stair staircase
    corridor hallway
    bug insect
    chicken hen
    pasta spaghetti
    fridge refrigerator
    oven stove cooker
    teenager teen adolescent
    engine motor
    softly gently
    loud loudly noisy noisily
    jean denim
    suitcase luggage
    purse handbag
    cabin hut
    money cash
    award prize trophy
    wrestle grapple
    injured hurt wounded
    bicyclist cyclist biker rider
    lecture speech
    skateboard skate
    magazine journal
    decorate adorn
    attach fasten
    awful terrible
"""

# Of those in one line, two captions that have different ones say different things.
EXCLUDING = """
    red orange yellow green blue purple pink brown black white grey silver gold
    up down
    left right
    inside outside indoor outdoor
    big small
    old young
    fast slow
    open close
    hot cold
    day night
    win lose
    enter exit
    not
    baby man woman
"""

_NUMBERS = """
    two 2 couple pair twin
    three 3 trio
    four 4
    five 5
    six 6
    seven 7
    eight 8
    nine 9
    ten 10
"""
NUMBERS = {
    word: number
    for number, words in enumerate(_NUMBERS.strip().splitlines(), start=2)
    for word in words.split()
}

# A word about who it is weighs little: the same clip has a man, a guy, a person.
MALE, FEMALE = frozenset(("man", "boy")), frozenset(("woman", "girl"))
PEOPLE = MALE | FEMALE | {"person", "child", "baby"}
MANY = _words(
    "men women people persons guys ladies girls boys kids children males females babies humans"
    " toddlers teenagers adults players students friends individuals gentlemen"
)
# So do particles that go with many verbs.
LIGHT = PEOPLE | {"up", "down", "left", "right", "inside", "outside", "not"}
